"""What people write before, after and within names, in some ten languages.

Words about names in general; there is no list of names here, nor should there be.
"""


def _phrases(written: str) -> frozenset[str]:
    """Set apart by bars or by the end of a line."""
    lines = written.replace("\n", "|").split("|")
    return frozenset(" ".join(line.split()) for line in lines if line.strip())


_TITLES = """
    Mr Mrs Ms Miss Mx Dr Prof Professor Sir Dame Lady Lord Rev Reverend Father Capt Captain Hon Madam
    Herr Herrn Frau Fräulein Hr Dipl.-Ing Dipl.-Kfm Ing Mag Univ.Prof Univ.-Prof Priv.-Doz Freiherr Baron Graf
    Monsieur Madame Mademoiselle M Mme Mlle Señor Señora Señorita Sr Sra Srta Don Doña Dn Dña
    Signor Signore Signora Signorina Sig Sig.ra Sig.na Dott Dott.ssa Avv Arch Geom Rag
    Meneer Mevrouw Dhr Mevr Mw Drs Mr.drs Ir Fru Fröken Fröken Senhor Senhora Pan Pani
"""
TITLES = frozenset(_TITLES.split())
# Those that are written in small letters too and are no word of any language.
_SMALL_TITLES = "mr mrs ms dr prof mme mlle srta dott dhr mevr mw"  # fmt: skip
SMALL_TITLES = frozenset(_SMALL_TITLES.split())
_DEGREES = """
    MBA PhD Ph.D MD M.D MSc M.Sc BSc B.Sc BA B.A MA M.A B.Eng M.Eng LL.M LLM DDS Jr Sr Esq DVM CPA II III IV
"""
DEGREES = frozenset(_DEGREES.split())
_PARTICLES = """
    van von de der den del della delle degli di da dal dos das do du des d la le las los el al bin ibn ben ter ten
    te zu zum zur vom und af av y e i op het 't 'n
"""
PARTICLES = frozenset(_PARTICLES.split())

# A capitalised word behind one of these is a name, even if it stands alone.
_NAMED = """
    my name is | name is | my name's | name's | call me | calls me | called me | people call me | call him | call her
    named him | named her | named them | named it | was called | is called | are called | named | nicknamed | known as
    i am called | i'm called | goes by | signed | signed by | signed , | sincerely yours , | daughter of | son of
    hi | hello | hey | dear | thanks | thank you | hey it's | hi it's | hello it's | it's me , | cheers ,
    said | says | said to | told | whispered | replied | married | marry | engaged to | starring | featuring
    ich heiße | ich heisse | mein name ist | heißt | heisst | namens | genannt | liebe | lieber | hallo | sehr geehrter
    sehr geehrte | nennt mich | nennen mich | gruß an | grüße an | sagte | sagt | bei der
    je m'appelle | s'appelle | mon nom est | appelle moi | nommé | nommée | prénommé | prénommée | cher | chère
    bonjour | salut | dit | me llamo | se llama | mi nombre es | llamado | llamada | querido | querida | hola
    estimado | estimada | dijo | mi chiamo | si chiama | il mio nome è | di nome | chiamato | chiamata | caro | cara
    gentile | ciao | disse | ik heet | heet | mijn naam is | genaamd | beste | geachte | hoi | zei | jag heter | heter
    mitt namn är | hej | kära | käre | jeg hedder | hedder | jeg heter | kjære | kære | navnet mitt er | sa
    nazywam się | mam na imię | ma na imię | imieniem | cześć | chamo-me | chama-se | meu nome é | olá | querido
    prezado | prezada
    name : | name = | first name : | last name : | full name : | surname : | given name : | family name : | firstname :
    lastname : | fullname : | first_name : | last_name : | full_name : | surname = | firstname = | lastname =
    first_name = | last_name = | username : | middle name : | maiden name : | maiden name is | last name is
    first name is | surname is | nickname : | nickname is | name ? | first name ? | last name ? | surname ?
    who's calling ? | who is calling ? | vorname : | nachname : | vorname = | nachname = | name lautet | familienname :
    nom : | prénom : | nom = | prenom : | nombre : | apellido : | apellidos : | nome : | cognome : | naam :
    voornaam : | achternaam : | namn : | förnamn : | efternamn : | navn : | imię : | nazwisko : | nome completo :
    attn : | attn. : | attention : | contact : | ansprechpartner : | zu händen | z. hd. | z.hd. | c/o | bell says
    directed by : | directed by | written by | produced by | composed by | painted by | sung by | author : | by :
"""
NAMED = _phrases(_NAMED)
_KIN = """
    daughter son wife husband brother sister mother father mom mum dad mother-in-law father-in-law friend boss
    girlfriend boyfriend partner fiancé fiancée colleague coworker neighbour neighbor cousin uncle aunt niece nephew
    grandma grandpa grandmother grandfather granddaughter grandson kid child baby twin teacher therapist dentist
    roommate flatmate stepson stepdaughter godson goddaughter
    tochter sohn frau mann bruder schwester mutter vater mama papa freund freundin chef chefin kollege kollegin
    nachbar nachbarin onkel tante nichte neffe oma opa enkel enkelin kind partnerin cousine
    fille fils femme mari frère sœur soeur mère père ami amie collègue voisin voisine oncle nièce neveu
    hija hijo esposa esposo marido hermano hermana madre padre amigo amiga novio novia tía tío sobrina sobrino
    figlia figlio moglie marito fratello sorella amico amica fidanzato fidanzata zia zio nipote
    dochter zoon vrouw broer zus moeder vader vriend vriendin collega buurman buurvrouw oom
    dotter syster bror fru vän kollega córka syn żona mąż brat siostra filha filho irmã irmão mãe pai
"""
_CARED = """
    my his her our their your mein meine meiner meinem meinen seine sein ihre ihr unsere unser mon ma son sa notre
    leur mi su mio mia suo sua mijn zijn haar min mitt mina hennes mój moja meu minha the
"""
KIN = frozenset(_KIN.split())
WHOSE = frozenset(_CARED.split())

# Behind one of these, two capitalised words or more are.
_PERHAPS = """
    i'm | i am | this is | ich bin | je suis | soy | sono | ik ben | jag är | jestem | hier ist
    from : | to : | cc : | bcc : | von : | an : | de : | para : | à : | da : | van : | aan : | reply-to : | sender :
    recipient : | meet | met | ask | asked | tell | email | invite | visit | visited
    customer | client | patient | kunde | kundin | kunden | user | employee | candidate | applicant
    producer | singer | author | actor | actress | director | songwriter | writer | drummer | guitarist | player
    president | chancellor | minister | senator | judge | officer | coach | ceo | founder | manager | engineer
    commenter | reporter | journalist | editor | artist | painter | poet | chef | lawyer | attorney | doctor | nurse
    deliver to : | ship to : | bill to : | address : | billing address : | shipping address :
    tribute to | heard
"""
PERHAPS = _phrases(_PERHAPS)
# What comes after makes the capitalised words before it a name, even one alone.
_DOES = """
    lives | lived | wrote | writes | said | says | told | asked | asks | shouted | shouts | replied | answered | smiled
    laughed | married | thinks | wants | loves | hates | prefers | likes | called me | called and | had given
    gave me | is from | was born | grew up | spent | began | is very | is a very | moved to | moved in | works at
    works as | works for | works in | and i | and her | and his | agreed | thanked | cried | whispered
    wohnt | lebt | heißt | sagt | sagte | arbeitet | mag | hat gesagt | klingeln | schreibt | schrieb | fragt
    habite | travaille | aime | a dit | vit | écrit | vive | trabaja | dijo | quiere | escribió | abita
    lavora | ha detto | scrive | woont | werkt | zei | houdt | schreef | bor | jobbar | säger | skrev | mieszka
    pracuje | mówi | mora | trabalha | disse | phone | is my | ist mein | ist meine
"""
DOES = _phrases(_DOES)
# "Cemal's sister", but not "Monday's train".
_OWNED = """
    name number phone mobile cell email mail address birthday wife husband daughter son kid kids child children mother
    father mum mom dad sister brother friend boss parents family house flat room account password card iban ssn
    passport girlfriend boyfriend partner doctor dog cat job office
"""
OWNED = frozenset(_OWNED.split())
# The line before a name at the end of a letter.
_CLOSINGS = """
    regards | kind regards | best | best wishes | cheers | thanks | thank you | many thanks | sincerely | yours
    sincerely yours | yours truly | love | lots of love | xoxo | take care | respectfully | grüßen | grüße | gruß
    gruss | grüssen | lg | mfg | vg | dein | deine | ihr | ihre | cordialement | bien à vous | amitiés | bises
    salutations | saludo | saludos | un saludo | un abrazo | atentamente | besos | saluti | cordiali saluti
    un caro saluto | distinti saluti | groet | groeten | groetjes | liefs | hoogachtend | hälsningar | mvh | hilsen
    kram | pozdrawiam | pozdrowienia | cumprimentos | abraço | atenciosamente | deliver to : | ship to : | bill to :
"""
CLOSINGS = _phrases(_CLOSINGS)
# Names of fields, of kinds of numbers and of machines' things: never anybody's name.
_LABELS = """
    name phone telephone mobile cell fax tel tél telefon teléfono teléfon téléphone telefono telefoon handy mail email
    e-mail website web address adresse adress adres dirección indirizzo office desk home work direct line private info
    date time when where what subject re fwd from to cc bcc note notes summary remember reminder todo task question
    answer q a user assistant bot system agent human ai server service client host error warning info debug
    customer billing shipping delivery order invoice number nummer numéro número numero password passwort kennwort
    code pin zip postcode plz city country street birthday age job title company whatsapp signal telegram skype slack
    contact contacts reference ref id iban bic swift vat card visa mastercard amex account bank konto kontonummer
    rechnung lieferadresse rechnungsadresse kreditkarte kreditkartennummer handynummer telefonnummer steuer-id
    steuernummer rufnummer tarjeta carta carte kaart teudat aadhaar personnummer login username miete produktion
    example step option part chapter section version update edit warning tip goal goals deadline agenda list meeting
    pros cons status result results problem solution reason why how context venue budget plan idea decision next
    producer salesperson surveyor adressen seite siehe handy mobil mobiel móvil cellulare portable
"""
LABELS = frozenset(_LABELS.split())
_ACRONYMS = """
    ssn sin tfn nhs dni nie nif bsn oib pesel cpf cnpj cpr mac ip dns sms mms atm cvv cvc puk asap fyi eta faq pdf
    url uri http https api json xml yaml csv html css sql ssh ssl tls vpn usb cpu gpu ram ssd os ios ui ux id ids ok
    diy ceo cto cfo hr it pr qa tv dvd cd gps rsvp vat gst pps ahv avs isbn uuid jwt pem llm ai ml rss cors crud dl
    pto eur usd gbp chf am pm utc gmt cet est pst
"""
ACRONYMS = frozenset(_ACRONYMS.split())
_CALENDAR = """
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
    october november december easter christmas montag dienstag mittwoch donnerstag freitag samstag sonntag januar
    februar märz juni juli oktober dezember ostern weihnachten lundi mardi mercredi jeudi vendredi samedi dimanche
    english german french spanish italian dutch swedish polish portuguese british american european
    yesterday today tomorrow tonight
"""
CALENDAR = frozenset(_CALENDAR.split())
# What makes the words before it a company, and those with "of" behind it a place of some kind.
_COMPANY = """
    inc ltd llc llp plc corp corporation company co gmbh ag kg ohg gbr mbh kgaa ug se ab hb kb sa sas sarl snc eurl
    srl spa sl slu bv nv vof cv oy as aps group gruppe groep groupe grupo gruppo stichting bank university
    universität université universidad institute foundation holding associates partners sons fils figli hijos zonen
    orchestra club hospital school college agency ministry department association union
"""
COMPANY = frozenset(_COMPANY.split())
