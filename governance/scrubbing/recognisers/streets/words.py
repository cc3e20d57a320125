"""What streets, flats and places are called, by where the word stands.

Taken from how postal services write addresses (the USPS list of street suffixes in
Publication 28, the guides of the Universal Postal Union), not from any test set. A word
that is also an everyday one waits for a postcode, a flat or a word nearby.
"""

from pathlib import Path


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Behind the name, English: "12 Main Street".
BEHIND = _set(
    """
    street st road rd avenue ave av lane ln drive dr boulevard blvd court ct terrace ter terr
    crescent cres close parkway pkwy highway hwy expressway expy freeway fwy turnpike tpke
    alley aly circle cir causeway plaza plz place pl square sq trail trl way mews esplanade
    gardens gdns grove grv walk row wynd
    """
)
# The same, but rather found in other talk: only with more that speaks for an address.
BEHIND_TOO = _set(
    """
    arcade bayou beach bend bluff bluffs bottom branch bridge brook brooks burg burgs bypass
    camp canyon cape center centers centre circles cliff cliffs club common commons corner
    corners course courts cove coves creek crest crossing crossroad crossroads curve dale dam
    divide drives estate estates extension extensions fall falls ferry field fields flat flats
    ford fords forest forge forges fork forks fort garden gateway glen glens green greens
    groves harbor harbour harbors haven heights hill hills hollow inlet island islands isle
    junction junctions key keys knoll knolls lake lakes land landing light lights loaf lock
    locks lodge loop mall manor manors meadow meadows mill mills mission motorway mount
    mountain mountains neck orchard oval overpass park parks parkways pass passage path pike
    pine pines plain plains point points port ports prairie quay radial ramp ranch rapid rapids
    rest ridge ridges rise river roads route rue run shoal shoals shore shores skyway spring
    springs spur spurs squares station stravenue stream streets summit throughway trace track
    trafficway tunnel underpass union unions valley valleys vale via viaduct view views village
    villages ville vista walks wall ways well wells wharf wood woods yard
    """
)
# Streets that need no further word.
ALONE = _set("broadway bowery piccadilly embarcadero")
DIRECTIONS = _set(
    "n s e w ne nw se sw north south east west northeast northwest southeast southwest n. s. e. w."
)

# Before the name with the number first, French: "12 bis, rue de la Paix".
AHEAD = _set(
    """
    rue avenue av bd bld blvd boulevard impasse imp allée allee allées chemin quai sentier
    ruelle faubourg fg venelle rte square sq passage esplanade promenade montée rang
    """
)
AHEAD_TOO = _set(
    "place pl route cours villa voie cité côte hameau résidence lotissement clos mail pont"
)
# Before the name with the number behind: "Via Roma, 12", "ul. Długa 5", "ул. Мира, д. 9".
FIRST = _set(
    """
    calle c/ c. cl cl. avenida avda avda. av av. plaza pza pza. paseo pº carrera cra cra. camino
    carretera ctra ctra. ronda rambla travesía travesia glorieta callejón callejon cuesta alameda
    pasaje pasadizo vial callejuela bulevar calzada cerrada privada andador prolongación urbanización urb.
    via viale v.le piazza p.zza p.za piazzale corso c.so largo vicolo contrada lungomare
    lungarno lungotevere vico salita borgo
    rua r. travessa tv. praça pç. estrada beco calçada praceta ladeira rodovia
    rue avenue boulevard bd. bd chemin impasse allée quai ruelle
    ul ul. ulica ulice aleja al. aleje plac pl. osiedle os. rondo skwer bulwar
    strada str. bulevardul b-dul calea aleea șoseaua soseaua şos. sos. splaiul intrarea drumul
    улица ул ул. проспект пр-т пр-кт просп. пр. переулок пер пер. бульвар бул. б-р наб наб.
    набережная площадь пл пл. шоссе ш. алл алл. вул вул. вулиця бул
    straße strasse platz allee
    οδός οδ. λεωφόρος λεωφ. λ. πλατεία πλ. trg tř. třída nám. náměstí nám
    """
)
FIRST_TOO = _set(
    """
    diagonal acceso corredor circuito viaducto circunvalación retorno ampliación eje continuación
    periférico peatonal vía cañada boulevard place route square rang canale stretto incrocio
    rotonda galleria traversa frazione località strada rione parque jardim conjunto sítio vila
    viela passarela viaduto trecho setor recanto residencial quadra praia pátio passeio núcleo
    morro loteamento lagoa favela fazenda estação esplanada condomínio chácara campo quinta
    bairro rotunda azinhaga prolongamento rynek plaats
    """
)
# Behind the name with the number behind it: "Berliner Straße 3", "Kossuth utca 24.".
LAST = _set(
    """
    straße strasse str str. gasse allee weg platz ring damm ufer chaussee promenade
    straat laan plein gracht kade singel steeg dreef
    gata gatan väg vägen gränd torg gate vei veg vej gade allé plads katu kuja tie polku puistotie
    utca u. út útja körút krt. tér tere köz sor
    caddesi cad cad. sokak sokağı sok sok. bulvarı bulv. mahallesi
    """
)
# Ends of one word with the number behind it: "Lindenstraße 12a".
GLUED = (
    "straße", "strasse", "straße.", "str.", "gasse", "allee", "chaussee", "platz", "weg", "ufer", "damm",
    "straat", "laan", "plein", "gracht", "kade", "singel", "steeg", "dreef", "plantsoen",
    "gatan", "gata", "vägen", "väg", "gränd", "stigen", "torget", "allén",
    "vej", "vejen", "gade", "gaden", "stræde", "veien", "vegen", "gaten", "allé",
    "katu", "kuja", "polku", "stígur", "vegur",
)  # fmt: skip
GLUED_TOO = (
    "str", "ring", "markt", "graben", "stieg", "steig", "pfad", "zeile", "berg", "hof", "park", "tor", "wall", "twiete",
    "feld", "bogen", "hang", "blick", "hain", "kamp", "wiese", "dijk", "baan", "pad", "haven", "wal", "erf", "hoeve", "boulevard",
    "backen", "torg", "vei", "veg", "tie", "kaari", "tori", "raitti", "ranta", "plass", "plads", "svingen", "bakken", "braut",
)  # fmt: skip
# Places that nobody lives in.
NO_STREET = _set(
    """
    arbeitsplatz parkplatz sitzplatz stellplatz spielplatz marktplatz-app stehplatz campingplatz
    radweg rückweg heimweg umweg hinweg ausweg durchweg unterweg bundesstraße bundesstrasse
    landesstraße kreisstraße autobahn string during spring bring keyring bahnhof hauptbahnhof
    flughafen supermarkt ipad notepad launchpad seilbahn montaggasse snelweg treinbaan landingsbaan
    brigade renegade decade cascade barricade arcade arkade dekade kaskade blockade blokkade
    bearing monitoring engineering scoring hiring wiring sharing hering frühling ipad
    """
)
GERMAN_HEADS = _set(
    "am im zum zur an auf in unter hinter vor bei beim neben über aan op"
)
GERMAN_ARTICLES = _set("der dem den die das de het 't")

PARTICLES = _set(
    """
    de del della delle dello dei degli di da do dos das du des d la le les las los el l y e i
    et en sur sous aux au à a al van von der den dem ter ten zu zum zur am an im in bei ob auf
    u nad pod na pri při of the and upon under on v. z św. s. dr dr. prof. gen. ks. bl. d' l' dell' s/ sankt
    """
)

# Flats and floors that are words of their own as well.
SHORT_UNITS = frozenset(
    {"no", "m", "d", "et", "ap", "bl", "sc", "top", "floor", "line", "casa", "house"}
)

# A number beside one of these tells a flat, a floor, a door.
UNITS = _set(
    "apt apartment apartments flat unit suite ste studio room rm floor level fl bldg building tower block blok lot door"
    " dept wohnung whg top stiege tür stock etage og eg"
    " appartement appt app appartamento int interno scala piano bât bâtiment batiment étage escalier esc porte"
    " piso puerta pta planta portal edif edificio depto departamento interior esc escalera bloque casa"
    " andar apto apartamento lote fração bloco sala"
    " bus busnr huis verdieping lgh tr vån uppgång m lok lokal mieszkanie piętro klatka"
    " emelet ajtó ép bl sc ap et daire kat d no kv кв к корп стр č"
)

# The Postal Service's, with the territories and the forces abroad.
AMERICAN_STATES = _set(
    """
    al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa
    ri sc sd tn tx ut vt va wa wv wi wy dc pr vi gu as mp fm mh pw aa ae ap
    """
)
_MORE_COUNTRIES = frozenset(
    """
    usa|u.s.a.|us|u.s.|america|uk|u.k.|england|scotland|wales|northern ireland|holland|nederland|belgië
    |belgique|schweiz|suisse|svizzera|österreich|españa|italia|polska|sverige|norge|danmark|suomi
    |magyarország|românia|türkiye|éire|česko|slovensko|brasil|méxico|deutschland|france|bosnia and herzegovina
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)


def _countries() -> frozenset[str]:
    """Names of countries in some languages, in small letters."""
    lines = Path(__file__).with_name("countries.txt").read_text(encoding="utf-8")
    return _MORE_COUNTRIES | {
        line for line in lines.splitlines() if line and not line.startswith("#")
    }


COUNTRIES = _countries()

# The number of the house is announced: "Calle Mayor, n.º 12", "Cad. No: 12", "д. 9".
LABELS = _set("n n.o no nr n.r num núm número numero numéro nummer č д дом b house")
ADJECTIVES = _set(
    "alte alter alten neue neuer neuen große grosse großer kleine kleiner obere oberer untere unterer lange hintere"
    " vordere hohe breite oude nieuwe lange korte grote kleine gamla nya stora lilla gamle store vester øster nørre sønder gammel ny östra västra norra södra"
)
# Hungarian writes the second word of a name small: "Kossuth lajos utca 24."
HUNGARIAN = _set("utca u. út útja körút krt. tér tere köz sor")
# What stands right before a house number in talk.
AT = _set(
    "at address adresse anschrift indirizzo dirección adres adress morada endereço located"
)
# What goes on with the sentence behind an address.
GOING_ON = _set(
    """
    and or but in at on for to from is was are were has had will would since until till with by near next opposite
    between after before when where which that then as it its i we he she they the a so because if now today tomorrow
    tonight every this last please not there here again who while during instead starts starting around about
    y o en con desde hasta para es está por e ed o di da per è con dal al a a de do da em com para é und oder in bei
    mit seit bis ist war et ou à avec depuis est pour w i na z do jest och i på är med en van met op is
    и в на с до м. piso puerta apt bis
    """
)
LOWER = _set(
    "street st road rd avenue ave lane drive boulevard blvd court crescent terrace place parkway highway"
)
NO_LOWER_NAME = _set(
    """
    minute minutes min mins mile miles hour hours way lane year years day days week weeks month months block blocks
    km more other different big large small new old long short on in to of and or the a an at for from with by
    people person bedroom bed story busy side main-street wide narrow quiet hot cold good bad nice great first test
    """
)

# Capitalised, yet neither a place nor part of a street's name.
OTHER_WORDS = _set(
    """
    i i'm i'll i've i'd we he she they you it its it's this that these those there here my our
    your his her their and but or so then when where what who why how if because please thanks
    thank hi hello dear call ring mobile phone tel fax email e-mail mail website desk office
    monday tuesday wednesday thursday friday saturday sunday january february march april june
    july august september october november december today tomorrow yesterday yes no ok okay not
    ich wir er sie es du ihr das dies bitte danke und oder aber dann wenn mein meine unser telefon
    montag dienstag mittwoch donnerstag freitag samstag sonntag heute morgen je nous il elle
    merci bonjour mon ma notre yo gracias por hola mi io grazie ciao eu obrigado
    """
)
MONTHS = _set(
    """
    jan january feb february mar march apr april may jun june jul july aug august sep sept
    september oct october nov november dec december januar februar märz mai juni juli oktober
    dezember janvier février mars avril juin juillet août septembre octobre novembre décembre
    """
)
# A number behind one of these counts or names something else.
NO_HOUSE_BEHIND = MONTHS | _set(
    """
    the these those our my your his their all top over only about almost nearly another every
    chapter section volume part page pages version level episode season figure table step day
    week phase grade year years since until between than last first next of kapitel seite
    teil version stufe tag jahr jahre chapitre capítulo capitolo tom rozdział route highway
    class copyright sku model item code errors error issue interstate platform gate terminal track line exit room
    """
)
