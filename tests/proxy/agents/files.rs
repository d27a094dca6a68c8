//! Ten kinds of files with planted values, as an agent finds them in a project.

/// Names of files, and their contents.
pub const FILES: [(&str, &str); 10] = [
    (".env", ENV),
    ("README.md", MARKDOWN),
    ("index.html", HTML),
    ("settings.py", PYTHON),
    ("deploy.yaml", YAML),
    ("seed.sql", SQL),
    ("gitconfig", GIT),
    ("customers.csv", CSV),
    ("users.json", JSON),
    ("app.toml", TOML),
];

/// Values that no provider may see.
pub const PLANTED: [&str; 39] = [
    "jane.roe@example.com",
    "s3cr3t-Pw9x",
    "hunter2-Zq81",
    "AKIAQ3EGQ5PZLXW7T2N4",
    "ghp_R7xKq2mWz8vLd3nTb5pYc9sJf1hGa42kUZfR",
    "4111 1111 1111 1111",
    "5500005555555559",
    "4012888888881881",
    "4111111111111111",
    "DE89370400440532013000",
    "DE89 3704 0044 0532 0130 00",
    "GB29NWBK60161331926819",
    "max.mustermann@example.org",
    "+49 30 901820",
    "+4930901820",
    "ada.byron@example.net",
    "bob.miller@example.com",
    "eve.stone@example.com",
    "carol.jones@example.org",
    "dan.brown@example.net",
    "ops@example.com",
    "billing@example.org",
    "91.198.174.192",
    "2001:db8:85a3::8a2e:370:7334",
    "536-22-8712",
    "078-05-1120",
    "00:1B:44:11:3A:B7",
    "tok-9f8e7d6c5b",
    "pg-Pass77",
    "redis-Pw55",
    "amqp-Pw33",
    "git-Pw22",
    "sql-Pw44",
    "mongo-Pw66",
    "xavier.quill@example.com",
    "+1 415 555 2671",
    "+44 20 7946 0958",
    "T01ABCD2EFG/B03HIJK4LMN/q7Xw2mZ9vLd3nTb5pYc9sJf1",
    "frank.green@example.com",
];

const ENV: &str = "\
# Production
DATABASE_URL=postgres://app:s3cr3t-Pw9x@db.internal:5432/app?sslmode=require
REDIS_URL=redis://:redis-Pw55@cache.example.com:6379/0
BROKER_URL='amqp://worker:amqp-Pw33@mq.example.com/jobs'
MONGO_URL=\"mongodb://reader:mongo-Pw66@mongo.example.com\"
ADMIN_EMAIL=jane.roe@example.com
DB_PASSWORD=hunter2-Zq81
AWS_ACCESS_KEY_ID=AKIAQ3EGQ5PZLXW7T2N4
GITHUB_TOKEN=ghp_R7xKq2mWz8vLd3nTb5pYc9sJf1hGa42kUZfR
SLACK_WEBHOOK=https://hooks.slack.com/services/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
SUPPORT_PHONE=+49 30 901820
";

const MARKDOWN: &str = "\
# Payments

Write to [Jane](mailto:jane.roe@example.com) or to <mailto:ops@example.com>, or call [us](tel:+4930901820).
Questions about bills: <billing@example.org>; see https://wiki.example.com/u/jane.roe@example.com?tab=1.

| who | mail | card |
|---|---|---|
| Jane | jane.roe@example.com | 4111 1111 1111 1111 |
| Max | max.mustermann@example.org | 5500005555555559 |

```json
{\"contact\": \"ada.byron@example.net\", \"iban\": \"DE89370400440532013000\"}
```

Server: 91.198.174.192 ([2001:db8:85a3::8a2e:370:7334]).
![avatar](https://cdn.example.com/avatars/jane.roe@example.com.png)
";

const HTML: &str = "\
<!doctype html>
<title>Contact</title>
<a href=\"mailto:jane.roe@example.com?subject=Hi\">Jane</a>
<a href='tel:+4930901820'>+49 30 901820</a>
<img src=\"https://cdn.example.com/a/bob.miller@example.com.png\" alt=\"bob.miller@example.com\">
<form action=\"https://forms.example.com/?to=ops@example.com\"><input name=\"iban\" value=\"GB29NWBK60161331926819\"></form>
<p>SSN: 536-22-8712, card 4012888888881881</p>
";

const PYTHON: &str = "\
import os

DATABASES = {'default': connect('postgres://django:pg-Pass77@db.example.com/site', retries=3)}
ADMINS = [('Jane', 'jane.roe@example.com'), (\"Bob\", \"bob.miller@example.com\")]
PASSWORD = 'hunter2-Zq81'
API = f\"https://api.example.com/v1/users/eve.stone@example.com/{os.getpid()}\"


def notify():
    # ask carol.jones@example.org first
    send(\"dan.brown@example.net\", card=\"4111 1111 1111 1111\")
";

const YAML: &str = "\
service:
  owner: {name: Jane, email: jane.roe@example.com}
  env:
    - name: DATABASE_URL
      value: \"postgres://app:s3cr3t-Pw9x@db.internal:5432/app?sslmode=require\"
    - name: TOKEN
      value: ghp_R7xKq2mWz8vLd3nTb5pYc9sJf1hGa42kUZfR
  host: 91.198.174.192
  mac: 00:1B:44:11:3A:B7
  id: a81bc81b-dead-4e5d-abff-90865d1e13b1
  pager: \"+1 415 555 2671\"
";

const SQL: &str = "\
CREATE USER app WITH PASSWORD 'sql-Pw44';
INSERT INTO users (name, email, phone, ssn, card) VALUES
  ('Jane', 'jane.roe@example.com', '+44 20 7946 0958', '536-22-8712', 4111111111111111),
  ('Eve', 'eve.stone@example.com', '+1 415 555 2671', '078-05-1120', 4012888888881881);
-- restore with: psql postgres://app:s3cr3t-Pw9x@db.internal:5432/app
";

const GIT: &str = "\
[user]
\tname = Xavier
\temail = xavier.quill@example.com
[remote \"origin\"]
\turl = https://xavier:git-Pw22@git.example.com/team/app.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
[url \"https://oauth2:ghp_R7xKq2mWz8vLd3nTb5pYc9sJf1hGa42kUZfR@github.com/\"]
\tinsteadOf = git@github.com:
";

const CSV: &str = "\
id,name,email,phone,iban,card
1,Jane,jane.roe@example.com,+49 30 901820,DE89 3704 0044 0532 0130 00,4111 1111 1111 1111
2,\"Miller, Bob\",bob.miller@example.com,+1 415 555 2671,GB29NWBK60161331926819,5500005555555559
3,Frank,frank.green@example.com,+44 20 7946 0958,DE89370400440532013000,4012888888881881
";

const JSON: &str = "\
{
  \"users\": [
    {\"name\": \"Jane \\\"JR\\\"\", \"email\": \"jane.roe@example.com\", \"card\": 4111111111111111, \"active\": true},
    {\"name\": \"Bob\", \"email\": \"bob.miller@example.com\", \"path\": \"C:\\\\Users\\\\bob.miller@example.com\"}
  ],
  \"database\": \"postgres://app:s3cr3t-Pw9x@db.internal:5432/app?sslmode=require\",
  \"ip\": \"91.198.174.192\",
  \"ssn\": \"078-05-1120\"
}
";

const TOML: &str = "\
title = \"app\"
[owner]
email = \"carol.jones@example.org\"
phone = \"+49 30 901820\"
[database]
url = \"postgres://app:s3cr3t-Pw9x@db.internal:5432/app?sslmode=require\"
password = \"hunter2-Zq81\"
replicas = [\"postgres://ro:pg-Pass77@db2.example.com/app\", 'redis://:redis-Pw55@cache.example.com:6379/0']
[tokens]
api_key = \"tok-9f8e7d6c5b\"
iban = \"GB29NWBK60161331926819\"
";
