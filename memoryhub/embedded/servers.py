"""Both servers of an installation: begun together, stopped together."""

from dataclasses import dataclass, field

from memoryhub.embedded.broker import Broker
from memoryhub.embedded.folder import DataFolder
from memoryhub.embedded.keys import Keys
from memoryhub.embedded.place import Place, place_for
from memoryhub.embedded.postgres import Postgres
from memoryhub.embedded.provision import APP, DATABASE, OWNER, Logins, provision


@dataclass(frozen=True)
class Ports:
    database: int
    broker: int


@dataclass
class Servers:
    """Those of the two that are ours; the other one, if any, runs elsewhere."""

    folder: DataFolder
    keys: Keys
    ports: Ports
    throwaway: bool = False
    own_database: bool = True
    own_broker: bool = True
    postgres: Postgres | None = field(default=None, init=False)
    broker: Broker | None = field(default=None, init=False)

    @property
    def any_is_ours(self) -> bool:
        return self.own_database or self.own_broker

    @property
    def is_new(self) -> bool:
        return self.postgres is not None and self.postgres.is_new

    def parts(self) -> list[Postgres | Broker]:
        return [part for part in (self.postgres, self.broker) if part is not None]

    def begin(self) -> None:
        """Come back at once: the caller has modules to import meanwhile."""
        if not self.any_is_ours:
            return
        place = place_for(self.folder)
        if self.own_broker:
            self.broker = self._broker(place)
            self.broker.start()
        if self.own_database:
            self.postgres = self._postgres(place)
            self.postgres.begin()

    def finish(self) -> None:
        if self.broker is not None:
            self.broker.wait_until_ready()
        if self.postgres is not None:
            self.postgres.finish()
            provision(self.postgres.admin_url, logins_of(self.keys))

    def stop(self) -> None:
        if self.broker is not None:
            self.broker.stop()
        if self.postgres is not None:
            self.postgres.stop()

    def _broker(self, place: Place) -> Broker:
        log = self.folder.path / "broker.log"
        return Broker(place, log, self.ports.broker, self.keys.broker_password)

    def _postgres(self, place: Place) -> Postgres:
        return Postgres(
            place,
            self.folder.path / "postgres.log",
            self.ports.database,
            self.keys.admin_password,
            throwaway=self.throwaway,
        )


def logins_of(keys: Keys) -> Logins:
    return Logins(keys.owner_password, keys.app_password)


def addresses(keys: Keys, ports: Ports) -> dict[str, str]:
    """The variables that settings.py reads, for servers of ours on these ports."""
    at = f"127.0.0.1:{ports.database}/{DATABASE}"
    return {
        "DATABASE_URL": f"postgresql://{APP}:{keys.app_password}@{at}",
        "DATABASE_OWNER_URL": f"postgresql://{OWNER}:{keys.owner_password}@{at}",
        "BROKER_URL": f"redis://:{keys.broker_password}@127.0.0.1:{ports.broker}/0",
    }


def secrets_of(keys: Keys) -> dict[str, str]:
    return {
        "MEMORYHUB_SECRET_KEY": keys.django,
        "MEMORYHUB_MASTER_KEYS": keys.master,
        "MEMORYHUB_SIGNING_KEYS": keys.signing,
    }
