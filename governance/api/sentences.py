"""What problem documents say: our own sentences, chosen by a fixed word."""

NEXT_STEPS = {
    400: "See errors for each field.",
    401: "Send the header Authorization: Bearer mh_<prefix>_<secret> with a valid key.",
    403: "This key may not do that.",
    404: "There is nothing at this address that this key may see.",
    405: "See the Allow header.",
    406: "Accept application/json.",
    429: "Wait as long as Retry-After says, in seconds.",
    415: "Send the header Content-Type: application/json.",
    500: "Nothing of this request was stored. Try again, then tell the operator.",
}

REFUSALS = {
    "memory_off": "The person has switched memory off.",
    "temporary_mode": "The person is in temporary mode: nothing is remembered.",
    "processing_restricted": "Processing is restricted (Art. 18 GDPR).",
    "remembering_off": "The person lets this service use what is there, and learn "
    "nothing new.",
    "use_off": "The person lets this service use nothing that is remembered.",
    "disconnected": "The person has disconnected this service.",
    "service_paused": "The person or the operator has paused this service.",
    "consent_needed": "It tells of something that the law protects specially, and the "
    "person has not agreed that it is remembered. See categories.",
    "category_refused": "It tells of something that the law protects specially, which "
    "this service's policy never stores. See categories.",
    "not_to_be_learnt": "The person had this erased and does not want it learnt again.",
    "key_ended": "The key was revoked or has expired meanwhile.",
    "unknown_person": "The person is not known any more.",
    "person_erased": "The person was erased.",
}

UNWRITABLE = {
    "hard_identifier": "holds an identifier such as a card number or an address; "
    "give a name of your own instead",
    "nothing_left_worth_storing": "holds nothing worth storing once it is scrubbed",
    "said_by_another_memory": "says what another memory of this person says already",
    "only_tightened": "may be tightened, not loosened",
    "too_long": "is longer than 8,000 characters after scrubbing",
}

ADDRESSES = {
    "malformed": "must be an address such as https://example.org/hooks, in ASCII, with "
    "neither a user nor a fragment",
    "not_reachable": "must be an https address whose name leads to the public internet, "
    "or to a network that this installation allows",
}

FIELD_ERRORS = {
    "required": "is required",
    "null": "must not be null",
    "blank": "must not be empty",
    "empty": "must not be empty",
    "max_length": "is too long",
    "min_length": "is too short",
    "max_value": "is too large",
    "min_value": "is too small",
    "invalid_choice": "is not one of the allowed values",
    "not_a_list": "must be a list",
    "not_a_dict": "must be an object",
    "unknown": "is not a field of this call",
    "null_characters_not_allowed": "must not hold NUL characters",
    "surrogate_characters_not_allowed": "must not hold lone surrogates",
    "naive_time": "must be an RFC 3339 time with an offset, such as Z or +02:00",
    "out_of_range": "must lie between 1900 and 2200",
    "past": "must lie in the future",
    "one_identity": "must name one person, by one controller_customer_id (raw)",
    "not_an_address": "must be an e-mail address",
    "no_such_source": "names a source that is not among sources",
    "one_selector": "give exactly one of ids, query, source_ref, conversation, "
    "everything",
    "dry_run_only": "searches only with dry_run; forget by ids",
    "nothing_to_change": "name at least one member to change",
    "either": "give expires_at or ttl_seconds, not both",
    "too_deep": "is nested too deeply",
    "too_much": "holds too much",
    "invalid": "is not valid",
}

NOT_NOW = "It cannot be done with the request as it stands."
REQUESTS = {
    "received_when": "must be a time that is over, within the last ten years",
    "under_way": "The request is being done already.",
    "nothing_asked": "The office has asked nothing that waits for an answer.",
    "nobody_there": "The person is not there any more.",
    "text_missing": "says nothing but what had to be taken out",
    "not_from_done": "The request is done.",
    "not_from_refused": "The request was refused.",
    "not_from_withdrawn": "The request was withdrawn.",
}
