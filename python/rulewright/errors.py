"""What can go wrong, and where, why and by which rule."""


class RulewrightError(Exception):
    """An error with its place, its reason in words, and the id of the rule behind it (empty if there is none)."""

    def __init__(self, place: str, reason: str, clause: str = "") -> None:
        self.place = place
        self.reason = reason
        self.clause = clause
        super().__init__(place, reason, clause)

    def __str__(self) -> str:
        cited = f" ({self.clause})" if self.clause and self.clause not in self.reason else ""
        return f"{self.place}: {self.reason}{cited}"


class UnknownGame(RulewrightError, LookupError):
    """There is no game of this name."""


class UnknownClause(RulewrightError, LookupError):
    """The game has no such rule."""


class ContentError(RulewrightError):
    """The content of a game cannot be used."""


class SetupError(RulewrightError, ValueError):
    """There is no such table: too many players, an unknown option, a value that may not stand there."""


class IllegalChoice(RulewrightError, ValueError):
    """The rules refuse this choice, or it cannot be read. Nothing has changed."""


class SeatError(RulewrightError, IndexError):
    """There is no such seat, or no such game."""


class PlayerError(RulewrightError, ValueError):
    """There is no such computer player."""


class ReplayError(RulewrightError, ValueError):
    """A replay is damaged or does not go through."""


class SaveError(RulewrightError, ValueError):
    """A saved position is damaged, or of other rules or content."""


class ScenarioError(RulewrightError, ValueError):
    """A scenario cannot be read."""


class GameError(RulewrightError, RuntimeError):
    """A game cannot go on."""
