"""The closed list: Art. 9(1) GDPR by the words of consent pages, and Art. 10."""

from enum import StrEnum


class Category(StrEnum):
    """What a text may reveal about somebody; the value is what is stored and shown."""

    HEALTH = "health"
    RELIGION = "religion"
    POLITICS = "politics"
    UNION = "union"
    # Sexual orientation is named beside sex life in Art. 9(1) and asked for with it.
    SEX_LIFE = "sex_life"
    ETHNICITY = "ethnicity"
    BIOMETRIC = "biometric"
    GENETIC = "genetic"
    # Criminal convictions and offences, accusations included: Art. 10.
    CONVICTIONS = "convictions"
