//! Layouts: the ways in which people and programs write a value beside its name, or alone.
//!
//! A template holds `{v}` for a value, `{w}` for another one of the same kind, and the name in one of its spellings:
//! `{n}` in words (`date of birth`), `{N}` with a capital, `{T}` with many, `{U}` with nothing else, `{s}` in snake case,
//! `{S}` in capitals with low lines, `{c}` in camel case, `{C}` with a capital there, `{k}` with hyphens, `{K}` with
//! hyphens and capitals.

/// Templates of one form.
pub struct Layout {
    /// The form, as the table of the documentation calls it.
    pub form: &'static str,
    /// The templates.
    pub templates: &'static [&'static str],
    /// Characters that a value cannot have there without an escape.
    pub without: &'static str,
}

const fn layout(form: &'static str, without: &'static str, templates: &'static [&'static str]) -> Layout {
    Layout { form, templates, without }
}

/// Forms in which a name introduces the value.
pub const NAMED: &[Layout] = &[
    layout(
        "prose",
        "",
        &["My {n} is {v} and I wait.", "{N}: {v}", "please check the {n} {v} for me", "{N} = {v}", "{T} - {v}"],
    ),
    layout("prose: asked for", "", &["The {n} you asked for: {v}", "here is the {n}: {v}", "{U}: {v}\nThanks!"]),
    layout("behind the value", "", &["{v} ({n})", "{v} is my {n}."]),
    layout("emphasis", "`*", &["**{N}:** {v}", "*{N}*: {v}", "{N}: **{v}**", "{N}: `{v}`", "- **{n}** – {v}"]),
    layout(
        "the line above",
        "",
        &["{N}\n{v}\n", "{N}:\n{v}\n", "## {T}\n\n{v}\n", "Dear all,\n\n{N}:\n    {v}\n\nBye"],
    ),
    layout(
        "label and value in columns",
        "|",
        &["{N}\t{v}\n", "Id\t17\n{N}\t{v}\nCity\tX\n", "| {N} | {v} |\n", "{N}          {v}\n"],
    ),
    layout(
        "JSON",
        "\"\\",
        &[
            "{\"{s}\":\"{v}\"}",
            "{\"id\": 7, \"{c}\": \"{v}\", \"n\": null}",
            "{\n  \"{k}\": \"{v}\"\n}",
            "{\\\"{s}\\\":\\\"{v}\\\"}",
        ],
    ),
    layout("YAML, TOML, INI", "\"\\#'", &["id: 7\n{s}: {v}\n", "{k}: '{v}'\n", "{s} = \"{v}\"\n", "[main]\n{c}={v}\n"]),
    layout(
        "environment and shell",
        " \"'\\$`&;<>|()#",
        &["{S}={v}\n", "export {S}=\"{v}\"", "run --{k} {v} --dry", "run --{k}={v}", "set -x {S} {v}"],
    ),
    layout(
        "XML and HTML",
        "<>&\"",
        &[
            "<{s}>{v}</{s}>",
            "<p {s}=\"{v}\"/>",
            "<dt>{N}</dt><dd>{v}</dd>",
            "<tr><td>{T}</td><td>{v}</td></tr>",
            "<x:{C}>{v}</x:{C}>",
        ],
    ),
    layout(
        "queries and headers",
        " \"&<>#%+/=?:;,'()[]{}@\\|",
        &["/x?id=7&{s}={v}&y=1", "a=1&{c}={v}", "X-{K}: {v}\r\n", "{K}: {v}"],
    ),
    layout(
        "programs",
        "\"\\'$",
        &[
            "const {c}: string = \"{v}\";",
            "let {s}: &str = \"{v}\";",
            "call(id, {s}='{v}')",
            "user.set{C}(\"{v}\");",
            "setenv(\"{S}\", \"{v}\", 1);",
            "private static final String {S} = \"{v}\";",
            "'{s}' => '{v}',",
            "$user['{s}'] = '{v}';",
            ":{s} => \"{v}\"",
        ],
    ),
    layout(
        "name and value as members",
        "\"\\",
        &[
            "- name: {S}\n  value: \"{v}\"\n",
            "{\"name\":\"{s}\",\"value\":\"{v}\"}",
            "{\"type\":\"{s}\",\"value\":\"{v}\"}",
        ],
    ),
    layout(
        "SQL",
        "'\\;",
        &["INSERT INTO t (id, {s}, city) VALUES (7, '{v}', 'X');", "SELECT 1 FROM t WHERE {s} = '{v}'"],
    ),
    layout(
        "the parent's name",
        "\"\\",
        &[
            "{s}:\n  value: \"{v}\"\n",
            "{\"{s}\":{\"value\":\"{v}\"}}",
            "{\"{c}s\":[\"{v}\",\"{w}\"]}",
            "variable \"{s}\" {\n  default = \"{v}\"\n}\n",
        ],
    ),
    layout(
        "CSV",
        ",\"\n",
        &["id,{s},city\n7,{v},X\n8,{w},Y\n", "{T},Date\n{v},2024-01-02\n", "n,{c}\r\n1,{v}\r\n2,{w}\r\n"],
    ),
    layout(
        "CSV with quotes",
        "\"\n",
        &[
            "\"id\",\"{s}\",\"city\"\n\"7\",\"{v}\",\"X\"\n\"8\",\"{w}\",\"Y, Z\"\n",
            "id,note,{s}\n1,\"a, b\",\"{v}\"\n",
        ],
    ),
    layout("semicolons", ";\"\n", &["id;{s};city\n7;{v};X\n8;{w};Y\n"]),
    layout("tabs", "\t\"\n", &["id\t{s}\tcity\n7\t{v}\tX\n8\t{w}\tY\n"]),
    layout(
        "Markdown table",
        "|\n",
        &[
            "| id | {T} | city |\n|----|:---:|------|\n| 7 | {v} | X |\n| 8 | {w} | Y |\n",
            "{N} | n\n--- | ---\n{v} | 1\n",
        ],
    ),
    layout(
        "HTML table",
        "<>\n",
        &[
            "<table>\n<tr><th>id</th><th>{T}</th><th>city</th></tr>\n<tr><td>7</td><td>{v}</td><td>X</td></tr>\n</table>\n",
            "<TABLE BORDER=1><TR><TH>{N}<TH>city<TR><TD CLASS=\"v\"><B>{v}</B><TD>X</TABLE>",
            "<tr>\n<th scope=\"row\"><span>{T}</span></th>\n<td><code>{v}</code></td>\n</tr>\n",
            "<dl><dt>city<dd>X<dt>{N}:<dd>{v}</dl>",
        ],
    ),
    layout(
        "drawn table",
        "|\n",
        &[
            "+----+-----+\n| id | {s} |\n+----+-----+\n|  7 | {v} |\n+----+-----+\n",
            " id | {s} | n\n----+-----+---\n 7 | {v} | 2\n(1 row)\n",
        ],
    ),
    layout(
        "aligned columns",
        "\n",
        &["ID      {U}                                   CITY\n7       {v}     X\n8       {w}     Y\n"],
    ),
    layout("a list below its name", "\n", &["{N}:\n- {v}\n- {w}\n", "{s}:\n  - {v}\n  - {w}\n"]),
];

/// Forms of a value that nothing introduces.
pub const BARE: &[Layout] = &[
    layout("alone", "", &["{v}", "{v}\n", "see {v}, please", "({v})"]),
    layout("alone in a row", ",;\"\n", &["17,{v},2024-01-02\n18,{w},2024-01-03\n", "\"17\",\"{v}\"\n", "17;{v};x\n"]),
    layout("alone in a table", "|\n", &["| 17 | {v} | x |\n", "17\t{v}\tx\n"]),
    layout("alone in JSON", "\"\\", &["[\"{v}\",\"{w}\"]", "{\"x\":\"{v}\"}"]),
    layout("alone behind an escape", "\"\\", &["first line\\n{v}\\nlast", "a\\t{v}\\tb"]),
    layout("alone in emphasis", "_*`", &["_{v}_", "**{v}**", "`{v}`"]),
];
