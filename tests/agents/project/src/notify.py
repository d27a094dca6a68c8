"""Mails customers when an order ships."""

import smtplib

SENDER = "orders@harbour-books.example"
SMTP_LOGIN = {"user": "orders", "password": "tide-Kelp-4417-rook"}
ON_CALL = [
    {"name": "Ingrid Solberg", "email": "ingrid.solberg@harbour-books.example", "phone": "+47 22 95 55 01"},
    {"name": "Tomasz Wojciechowski", "email": "t.wojciechowski@harbour-books.example", "phone": "+48 22 555 01 34"},
]
ALERT_WEBHOOK_TOKEN = "xoxb-964235369378-5477725228728-P9dHc12e80QdWaAi1OoeTjan"


def escalate(reason: str) -> None:
    """Ingrid Solberg is first, then Tomasz Wojciechowski."""
    with smtplib.SMTP("localhost") as server:
        server.login(SMTP_LOGIN["user"], SMTP_LOGIN["password"])
        for person in ON_CALL:
            server.sendmail(SENDER, person["email"], f"Subject: shipping\n\n{reason}")


def refund_account() -> str:
    # Agreed with Margarethe Hollenstein on the telephone, +43 1 555 0172.
    return "AT611904300234573201"
