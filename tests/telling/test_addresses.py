"""Where a webhook may lead, and the ways to hide where it does."""

from ipaddress import ip_address, ip_network
from threading import Event

import pytest

from governance.telling.address import BadAddress, may_reach, target_of
from governance.telling.resolving import addresses_of, system_resolver

INSIDE = [
    "0.0.0.0",  # noqa: S104  nothing is bound to it
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::7f00:1",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2002:a9fe:a9fe::",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "2a00:1450::1%eth0",
    "fec0::1",
    "ff02::1",
    "100::1",
    "3fff::1",
    "5f00::1",
    "4000::1",
]
OUTSIDE = ["1.1.1.1", "93.184.215.14", "2606:4700::1111", "64:ff9b::101:101"]

MALFORMED = [
    "",
    "example.org/hooks",
    "//example.org/hooks",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://example.org/",
    "https://",
    "https:///hooks",
    "https://user@example.org/",
    "https://user:word@example.org/",
    "https://@example.org/",
    "https://example.org:0/",
    "https://example.org:/",
    "https://example.org:70000/",
    "https://example.org:4 4/",
    "https://example.org/#part",
    "https://example.org/a b",
    "https://example.org/\r\nX-Evil: 1",
    "https://example.org/%0d\r",
    "https://example.org\t/",
    "https://exam\nple.org/",
    "https://example.org\\@127.0.0.1/",
    "https://example.org/`id`",
    "https://exämple.org/",
    "https://ｅxample.org/",
    "https://127。0。0。1/",
    "https://①②⑦.0.0.1/",
    "https://example..org/",
    "https://-example.org/",
    "https://example.org%00.evil.example/",
    "https://%31%32%37.0.0.1/",
    "https://2130706433/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://0x7f.0.0.1/",
    "https://0x7f000001/",
    "https://127.1/",
    "https://1.2.3/",
    "https://127.0.0.01/",
    "https://1.2.3.4.5/",
    "https://[fe80::1%25eth0]/",
    "https://[fe80::1%eth0]/",
    "https://[::1/",
    "https://[example.org]/",
    "https://[v1.x]/",
    "https://" + "a" * 64 + ".org/",
    "https://" + "a." * 130 + "org/",
    "https://example.org/" + "a" * 2_000,
]


@pytest.mark.parametrize("address", INSIDE)
def test_what_is_not_the_public_internet_is_not_reached(address):
    assert not may_reach(ip_address(address), [])


@pytest.mark.parametrize("address", OUTSIDE)
def test_the_public_internet_is_reached(address):
    assert may_reach(ip_address(address), [])


@pytest.mark.parametrize("address", ["10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::a01:203"])
def test_a_network_that_the_operator_names_is_reached_in_each_of_its_forms(address):
    assert may_reach(ip_address(address), [ip_network("10.1.0.0/16")])
    assert not may_reach(ip_address(address), [ip_network("10.2.0.0/16")])


@pytest.mark.parametrize("url", MALFORMED)
def test_what_two_programs_could_read_in_two_ways_is_refused(url):
    with pytest.raises(BadAddress) as refused:
        target_of(url)
    assert refused.value.reason == "malformed"


@pytest.mark.parametrize(
    ("url", "host", "port", "path"),
    [
        ("https://example.org", "example.org", 443, "/"),
        ("https://Example.ORG./a?b=c", "example.org", 443, "/a?b=c"),
        ("https://example.org:8443/hooks", "example.org", 8443, "/hooks"),
        ("http://10.0.0.5:80/x", "10.0.0.5", 80, "/x"),
        ("https://[2606:4700::1111]/x", "2606:4700::1111", 443, "/x"),
        ("https://xn--exmple-cua.org/%20", "xn--exmple-cua.org", 443, "/%20"),
    ],
)
def test_a_plain_address_is_taken_apart(url, host, port, path):
    target = target_of(url)
    assert (target.host, target.port, target.path) == (host, port, path)


def names(*addresses):
    return lambda host, port: list(addresses)


@pytest.mark.parametrize(
    "found", [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["2606:4700::1111", "::1"], []]
)
def test_one_bad_answer_of_the_resolver_spoils_all(found):
    with pytest.raises(BadAddress) as refused:
        addresses_of(target_of("https://example.org/"), resolve=names(*found))
    assert refused.value.reason == "not_reachable"


def test_plain_http_leads_to_the_networks_of_the_operator_alone(settings):
    settings.WEBHOOK_NETWORKS = [ip_network("10.0.0.0/8")]
    plain = target_of("http://example.org/")
    assert addresses_of(plain, resolve=names("10.0.0.9"))
    with pytest.raises(BadAddress):
        addresses_of(plain, resolve=names("1.1.1.1"))


@pytest.mark.parametrize("name", ["localhost", "localhost.", "LOCALHOST"])
def test_this_machine_is_refused_by_whatever_name_it_has(name):
    with pytest.raises(BadAddress):
        addresses_of(target_of(f"https://{name}/"), resolve=system_resolver)


def test_a_resolver_that_does_not_answer_is_not_waited_for(monkeypatch):
    asleep = Event()
    monkeypatch.setattr("governance.telling.resolving.SECONDS", 0.05)

    def never(host, port):
        asleep.wait()
        return ["1.1.1.1"]

    with pytest.raises(BadAddress):
        addresses_of(target_of("https://example.org/"), resolve=never)
    asleep.set()
