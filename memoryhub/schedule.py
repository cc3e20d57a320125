"""What beat rings for, in seconds or by the clock (UTC). The row is the queue: a bell that
is missed loses nothing."""

from celery.schedules import crontab

SCHEDULE = {
    "sweep": {"task": "governance.tasks.sweep", "schedule": 15.0},
    "tell waiting": {"task": "governance.tasks.tell_waiting", "schedule": 15.0},
    # One that could not be answered before the next is rung says nothing more than that.
    "requests": {
        "task": "governance.tasks.follow_requests",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    "answer requests": {
        "task": "governance.tasks.answer_requests",
        "schedule": 20.0,
    },
    "ask who it is": {
        "task": "governance.tasks.ask_identities",
        "schedule": 20.0,
    },
    "tell controllers": {
        "task": "governance.tasks.tell_controllers",
        "schedule": 15.0,
    },
    "remind": {
        "task": "governance.tasks.remind",
        "schedule": crontab(minute="5"),
    },
    "send letters": {"task": "governance.tasks.send_letters", "schedule": 30.0},
    "close unanswered": {
        "task": "governance.tasks.close_unanswered",
        "schedule": crontab(hour="3", minute="20"),
    },
    "sweep sources": {"task": "governance.tasks.sweep_sources", "schedule": 30.0},
    "sweep packages": {"task": "governance.tasks.sweep_packages", "schedule": 30.0},
    "seal": {"task": "governance.tasks.seal", "schedule": 30.0},
    "expire": {"task": "governance.tasks.expire", "schedule": 60.0},
    "retention, nightly": {
        "task": "governance.tasks.retain_nightly",
        "schedule": crontab(hour="2", minute="40"),
    },
    "retention, weekly": {
        "task": "governance.tasks.retain_weekly",
        "schedule": crontab(hour="3", minute="0", day_of_week="sunday"),
    },
    "compact": {
        "task": "governance.tasks.compact",
        "schedule": crontab(hour="4", minute="0", day_of_week="sunday"),
    },
    "check edges": {
        "task": "governance.tasks.check_edges",
        "schedule": crontab(hour="3", minute="20"),
    },
    "verify audit": {
        "task": "governance.tasks.verify_audit",
        "schedule": crontab(hour="3", minute="40"),
    },
}
