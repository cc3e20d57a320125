"""One table of labels: what ours, Presidio's and public sets' names for them mean here."""

import re
from collections.abc import Mapping

# What the hard figures count. Out of it, and told by label alone:
# - domains and addresses of pages: no contact datum in our policy, and a memory of a page
#   is worth nothing without it;
# - passports and bank accounts that are no IBAN: no check digits, no fixed form;
# - street addresses and credentials: they have figures of their own;
# - names, places, organisations, dates: `balanced` keeps them.
# Driving licences stay in although most have no check digits: whoever labels one means it.
HARD = frozenset(
    {
        "CREDIT_CARD",
        "CARD_CODE",
        "IBAN",
        "PHONE",
        "EMAIL",
        "SSN",
        "GOVERNMENT_ID",
        "DRIVING_LICENCE",
        "IP_ADDRESS",
        "MAC_ADDRESS",
    }
)
SECRETS = frozenset({"API_KEY", "PASSWORD", "PIN", "SECRET"})
ADDRESS = frozenset({"STREET_ADDRESS"})
PHONES = frozenset({"PHONE"})
NAMES = frozenset({"PERSON"})

# Written as any of these, in any case and with any punctuation: Presidio's, ours, those of
# presidio-research, ai4privacy, Nemotron, spaCy's OntoNotes, CoNLL and the large clouds.
_WRITTEN: Mapping[str, str] = {
    "CREDIT_CARD": "creditcard creditcardnumber cardnumber creditdebitcard "
    "creditdebitnumber debitcard debitcardnumber pan",
    "CARD_CODE": "cardcode cvv cvc cvv2 creditcardcvv creditdebitcvv "
    "cardverificationcode creditcardsecuritycode",
    "IBAN": "iban ibancode ibannumber internationalbankaccountnumber",
    "PHONE": "phone phonenumber telephone telephonenum telephonenumber tel mobile "
    "mobilenumber fax faxnumber phonefax phoneimei",
    "EMAIL": "email emailaddress mail emailid",
    "SSN": "ssn usssn socialsecuritynumber socialnum ussocialsecuritynumber",
    "GOVERNMENT_ID": "governmentid nationalid nationalidnumber idcard idcardnum "
    "idnumber taxnum taxid taxidentificationnumber usitin ukNHS ukNINO esNIF esNIE "
    "itFiscalCode itIdentityCard itVatCode plPESEL sgNRICFIN auABN auACN auTFN "
    "auMedicare inPAN inAadhaar inVoter fiPersonalIdentityCode krRRN nationalInsurance "
    "personnummer bsn cpf sin nhsnumber codicefiscale dni",
    "DRIVING_LICENCE": "drivinglicence drivinglicense driverlicense driverslicense "
    "usdriverlicense driverlicensenum driverslicensenumber itDriverLicense ukDriverLicense "
    "ukDrivingLicence driverlicensenumber",
    "PASSPORT": "passport passportnumber passportnum uspassport ukpassport itpassport "
    "inpassport",
    "BANK_ACCOUNT": "bankaccount usbanknumber usbankaccount accountnumber accountnum "
    "bankaccountnumber bankroutingnumber abaroutingnumber bban",
    "IP_ADDRESS": "ip ipaddress ipv4 ipv6 ipv4address ipv6address",
    "MAC_ADDRESS": "mac macaddress",
    "STREET_ADDRESS": "address streetaddress postaladdress fulladdress useraddress "
    "physicaladdress",
    "API_KEY": "apikey accesstoken token httpcookie privatekey jwt awsaccesskey "
    "awssecretkey secretkey seedphrase",
    "PASSWORD": "password pass passphrase passwort",
    "PIN": "pin pincode recoverycode",
    "SECRET": "secret credential credentials",
    "PERSON": "person per name names givenname firstname lastname surname middlename "
    "fullname username namestudent firstnamemale firstnamefemale prefix title",
    "LOCATION": "location loc gpe fac place city country state county street streetname "
    "buildingnumber buildingnum secondaryaddress zip zipcode postcode postalcode "
    "coordinate coordinates gps nearbygpscoordinate geocoordinates",
    "ORGANIZATION": "organization organisation org company companyname",
    "DATE": "date datetime dateofbirth dob birthdate birthday time",
    "AGE": "age",
    "NATIONALITY": "nationality nrp norp ethnicity",
    "URL": "url domain domainname website uri",
    "CRYPTO": "crypto bitcoinaddress ethereumaddress litecoinaddress cryptoaddress",
}


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


_MEANING = {
    _bare(written): label
    for label, names in _WRITTEN.items()
    for written in [label, *names.split()]
}


def canonical(name: str) -> str:
    """Our label for a foreign one; a name that is not in the table stays as it is."""
    bare = _bare(re.sub(r"^[BIESLU]-", "", name))
    return _MEANING.get(bare) or _MEANING.get(bare.rstrip("0123456789")) or name.upper()
