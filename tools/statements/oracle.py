"""Reads the statement files in a folder, without using any of Strand's own readers.

`python3 oracle.py <folder> <tables.json>` prints one line of JSON for each statement file. OFX is read by
libofx (`ofxdump`), XML by Python's parser, MT940 and tables by the code below. A file is coherent if all
of it can be read and its sums agree. Tables are read according to descriptions that a person wrote after
looking at each file.
"""

import csv
import html
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation
from html.parser import HTMLParser
from xml.etree import ElementTree

# Sources, pictures and notes are not files from a bank.
NO_STATEMENT = set(
    "py pyc php rb js mjs ts tsx go cs java c h md rst cpp hpp hh po pot vue rs beancount lgr ledger journal "
    "json yml yaml toml cfg ini in am m4 sh diff patch conf dtd xsd xsl xslt svg png jpg gif ico pdf idx pack "
    "lock feature erb haml gemspec bak rules log sql css scss hs cabal test expected".split()
)
LAGOS = timezone(timedelta(hours=1))


class Incoherent(Exception):
    """Why a file is not coherent; `lines` is what can be read of it anyway."""

    lines = []


def sums_differ(why, lines):
    error = Incoherent(why)
    error.lines = [one for one in lines if one["amount"] != 0]
    return error


def decode(data, declared=None):
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            return data.decode(declared or "cp1252", "replace")
        except LookupError:
            return data.decode("cp1252", "replace")


def kobo(text):
    """Parses `1234.5` or `1234,5` into hundredths, without rounding."""
    try:
        value = Decimal(text.strip().replace(",", ".")) * 100
    except InvalidOperation:
        raise Incoherent("an amount is not a number: " + text[:40]) from None
    if value != value.to_integral_value():
        raise Incoherent("an amount is not in whole hundredths: " + text[:40])
    return int(value)


def line(day, amount, said, all_said, account="", currency=""):
    return {
        "day": day,
        "amount": amount,
        "said": [text for text in said if text.strip()],
        "all": " ".join(all_said),
        "account": account,
        "currency": currency,
    }


# --- MT940

TAG = re.compile(r"^\s{0,3}:(13D|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|NS):(.*)$")
ENTRY = re.compile(
    r"^(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d))?(R?[CD])([A-Z])?(\d+(?:[.,]\d*)?) ?([NSF][A-Z0-9 ]{2,3})?(.*)$"
)


def mt940_fields(text):
    fields = []
    for row in re.split(r"\r\n|\n|\r", text):
        row = re.sub(r"^\{.*\{4:(?=:)", "", row)
        found = TAG.match(row)
        if found:
            fields.append([found[1], [found[2]]])
        elif re.match(r"^-\}?\s*$", row) or re.match(r"^\{\d:", row):
            fields.append(["", []])
        elif fields:
            fields[-1][1].append(row)
    return fields


def mt940_balance(text):
    found = re.match(r"^([CD])\d{6}([A-Z]{3})([\d.,]+)$", text.strip())
    if not found:
        raise Incoherent("a balance cannot be read: " + text[:40])
    return kobo(found[3]) * (1 if found[1] == "C" else -1), found[2]


def mt940_words(rows):
    """The texts of a field :86:, and its whole content; some banks number the parts with `?20` and so on."""
    text = "".join(rows)
    found = re.match(r"^\d{3}([?<>^~@+|])\d\d", text)
    if not found:
        return rows
    parts = [(part[:2], part[2:]) for part in text.split(found[1])[1:]]
    purpose = [words for number, words in parts if "20" <= number <= "29" or "60" <= number <= "63"]
    name = [words for number, words in parts if number in ("32", "33")]
    return ["".join(purpose), "".join(name)]


def mt940(text):
    lines, account, page, last = [], "", None, None
    pages, differs = 0, False
    for tag, rows in mt940_fields(text):
        first = rows[0] if rows else ""
        if tag in ("25", "25P"):
            account = first.strip()
        elif tag in ("60F", "60M"):
            if page:
                raise Incoherent("a closing balance is missing")
            opening, currency = mt940_balance(first)
            page, last = {"sum": opening, "currency": currency}, None
        elif tag in ("62F", "62M"):
            if not page:
                raise Incoherent("an opening balance is missing")
            closing, _ = mt940_balance(first)
            differs = differs or closing != page["sum"]
            pages, page, last = pages + 1, None, None
        elif tag == "61":
            if not page:
                raise Incoherent("a line is outside a statement")
            found = ENTRY.match(first.strip())
            if not found:
                raise Incoherent("a line cannot be read: " + first[:40])
            year, month, day = (int(found[n]) for n in (1, 2, 3))
            if found[4]:
                booked = int(found[4])
                year += 1 if month == 12 and booked == 1 else -1 if month == 1 and booked == 12 else 0
                month, day = booked, int(found[5])
            try:
                booked_on = date(2000 + year, month, day).isoformat()
            except ValueError:
                raise Incoherent("a day does not exist: " + first[:10]) from None
            sign = 1 if found[6] in ("C", "RD") else -1
            amount = kobo(found[8]) * sign
            page["sum"] += amount
            given = [text.strip() for text in found[10].split("//", 1)]
            given = [text for text in given if text not in ("", "NONREF")]
            last = line(booked_on, amount, [*rows[1:], *given], [*rows], account, page["currency"])
            lines.append(last)
        elif tag == "86" and last:
            told = [words for words in mt940_words(rows) if words.strip()]
            last["said"] += told
            last["all"] += " ".join(["", *rows, "".join(rows), *told])
    if page or not pages:
        raise Incoherent("a closing balance is missing")
    if differs:
        raise sums_differ("the lines do not add up to the closing balance", lines)
    return [one for one in lines if one["amount"] != 0]


# --- CAMT


def plain_tags(root):
    for element in root.iter():
        element.tag = re.sub(r"^\{.*\}", "", element.tag) if isinstance(element.tag, str) else ""
    return root


def words(element, path):
    return [found.text or "" for found in element.findall(path)] if element is not None else []


def camt_amount(element, owner):
    amount = element.find("Amt")
    if amount is None:
        amount = element.find("AmtDtls/TxAmt/Amt")
    if amount is None:
        return None
    direction = element.findtext("CdtDbtInd") or owner.findtext("CdtDbtInd") or ""
    if direction.strip() not in ("CRDT", "DBIT"):
        raise Incoherent("an amount has no direction")
    return kobo(amount.text or "") * (1 if direction.strip() == "CRDT" else -1)


def camt_day(element, name):
    text = (element.findtext(name + "/Dt") or element.findtext(name + "/DtTm") or "").strip()
    if not text:
        return None
    if re.search(r"T.*(Z|[+-]\d\d:?\d\d)$", text):
        return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(LAGOS).date().isoformat()
    return text[:10]


PARTIES = ("Nm", "Pty/Nm")


def camt(data):
    root = plain_tags(ElementTree.fromstring(data))
    statements = list(root.iter("Stmt")) + list(root.iter("Rpt"))
    if not statements:
        raise Incoherent("no statement")
    lines, differs = [], False
    for statement in statements:
        account = statement.findtext("Acct/Id/IBAN") or statement.findtext("Acct/Id/Othr/Id") or ""
        balances = {}
        for balance in statement.findall("Bal"):
            code = balance.findtext("Tp/CdOrPrtry/Cd") or ""
            balances.setdefault(code.strip(), camt_amount(balance, balance))
        total = 0
        for entry in statement.findall("Ntry"):
            state = (entry.findtext("Sts/Cd") or entry.findtext("Sts") or "").strip()
            if state not in ("", "BOOK"):
                continue
            amount = camt_amount(entry, entry)
            day = camt_day(entry, "BookgDt") or camt_day(entry, "ValDt")
            if amount is None or day is None:
                raise Incoherent("an entry has no amount or no day")
            total += amount
            details = entry.findall("NtryDtls/TxDtls")
            amounts = [camt_amount(detail, entry) for detail in details]
            batch = len(details) > 1 and None not in amounts
            if batch and sum(amounts) != amount:
                raise Incoherent("the parts of an entry do not add up to it")
            parts = list(zip(amounts, details)) if batch else [(amount, details[0] if len(details) == 1 else None)]
            for part, detail in parts:
                said = words(entry, "AddtlNtryInf") + words(detail, "AddtlTxInf")
                said += [" ".join(words(detail, "RmtInf/Ustrd"))]
                refs = detail.find("Refs") if detail is not None else None
                given = [one.text or "" for one in refs.iter() if len(one) == 0] if refs is not None else []
                given += words(entry, "AcctSvcrRef") + words(entry, "NtryRef")
                said += [text for text in given if text.strip() != "NOTPROVIDED"]
                side = "Dbtr" if amount > 0 else "Cdtr"
                ultimate = [n for p in PARTIES for n in words(detail, f"RltdPties/Ultmt{side}/{p}")]
                named = [n for p in PARTIES for n in words(detail, f"RltdPties/{side}/{p}")]
                said += ultimate or named
                whole = [text for text in entry.itertext()]
                found = line(day, part, said, whole, account)
                money = entry.find("Amt")
                found["currency"] = money.get("Ccy", "") if money is not None else ""
                if part != 0:
                    lines.append(found)
        monies = {amount.get("Ccy") for amount in statement.findall("Bal/Amt") + statement.findall("Ntry/Amt")}
        if len(monies) > 1:
            raise Incoherent("entries and balances are in different currencies")
        opening = balances.get("OPBD", balances.get("PRCD"))
        closing = balances.get("CLBD", balances.get("ITBD"))
        differs = differs or (opening is not None and closing is not None and opening + total != closing)
    if differs:
        raise sums_differ("the entries do not add up to the closing balance", lines)
    return lines


# --- OFX, by libofx


def dump(path, zone):
    ran = subprocess.run(
        ["ofxdump", path], capture_output=True, env={**os.environ, "TZ": zone, "LC_ALL": "C.UTF-8"}, timeout=60
    )
    text = ran.stdout.decode("utf-8", "replace")
    found = []
    others = set()
    for block in re.split(r"^ofx_proc_account\(\):\n", text, flags=re.M)[1:]:
        if re.search(r"Account type: (CREDITCARD|INVESTMENT)", block.split("ofx_proc_")[0]):
            others.update(name.strip() for name in re.findall(r"^    Account ID: (.*)$", block, re.M)[:1])
    for block in re.split(r"^ofx_proc_transaction\(\):\n", text, flags=re.M)[1:]:
        block = re.split(r"^ofx_proc_", block, flags=re.M)[0]

        def value(name, block=block):
            said = re.search(r"^    " + re.escape(name) + r"(?: ?): (.*)$", block, re.M)
            return said[1].strip() if said else ""

        if value("Account ID") not in others:
            found.append(value)
    currency = re.search(r"Default Currency: (\w+)", text)
    return found, currency[1] if currency else ""


def ofx(data, path):
    head = data[:1000].decode("latin1")
    charset = re.search(r"CHARSET:\s*([\w-]+)", head)
    declared = None
    if charset:
        declared = "cp" + charset[1] if charset[1].isdigit() else charset[1]
    text = decode(data, declared)
    bank = re.sub(r"<(CCSTMTRS|INVSTMTRS)>.*?(</\1>|$)", "", text, flags=re.I | re.S)
    raw = re.split(r"<STMTTRN>", bank, flags=re.I)[1:]
    if re.search(r"<(INVSTMTRS|CCSTMTRS)>", text, re.I) and not re.search(r"<STMTRS>", text, re.I):
        raise Incoherent("not a bank account")
    if not re.search(r"<STMTRS>", text, re.I):
        raise Incoherent("no statement")
    try:
        utc, currency = dump(path, "UTC")
        lagos, _ = dump(path, "Africa/Lagos")
    except subprocess.TimeoutExpired:
        raise Incoherent("ofxdump does not end") from None
    if len(utc) != len(raw):
        raise Incoherent(f"ofxdump finds {len(utc)} of {len(raw)} transactions")
    for written in raw:
        for amount in re.findall(r"<TRNAMT>\s*([^<\r\n]*)", written, re.I)[:1]:
            kobo(amount)
        if not re.search(r"<DTPOSTED>\s*\d{8}", written, re.I):
            raise Incoherent("a transaction has no day")
    lines, left = [], list(raw)
    identity = "Financial institution's ID for this transaction"
    # libofx returns the transactions in its own order.
    for in_utc, in_lagos in zip(utc, lagos):
        amount = kobo(in_utc("Total money amount"))
        memo = in_utc("Extra transaction information (memo)")
        name = in_utc("Name of payee or transaction description")

        def likeness(written):
            said = re.search(r"<FITID>\s*([^<\r\n]*)", written, re.I)
            sum_of = re.search(r"<TRNAMT>\s*([^<\r\n]*)", written, re.I)
            return (
                bool(sum_of and kobo(sum_of[1]) == amount),
                bool(said and said[1].strip() == in_utc(identity)),
                memo in written,
                name in written,
            )

        written = max(left, key=likeness)
        left.remove(written)
        posted = re.search(r"<DTPOSTED>\s*([^<\r\n]*)", written, re.I)
        value = in_lagos if posted and "[" in posted[1] else in_utc
        try:
            day = datetime.strptime(re.sub(r" \S+$", "", value("Date posted")), "%a %b %d %H:%M:%S %Y").date()
        except ValueError:
            raise Incoherent("ofxdump finds no day") from None
        body = re.split(r"</STMTTRN>|</BANKTRANLIST>|<LEDGERBAL>", written, flags=re.I)[0]
        whole = html.unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<!\[CDATA\[(.*?)\]\]>", r"\1", body)))
        if not text.isascii():
            # libofx reads every file in its declared encoding, which may be wrong.
            name, memo = (
                html.unescape(found[1]) if (found := re.search(rf"<{tag}>\s*([^<\r\n]*)", written, re.I)) else ""
                for tag in ("NAME", "MEMO")
            )
        # A replacement for a transaction in another file is not a new transaction.
        if amount != 0 and not re.search(r"<CORRECTFITID>\s*\w", written, re.I):
            lines.append(line(day.isoformat(), amount, [name, memo], [whole], "", currency))
    return lines


# --- Tables


class TableParser(HTMLParser):
    def __init__(self):
        super().__init__()
        self.rows = []
        self.open = False

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
            self.rows[-1] += [""] * (int(dict(attrs).get("colspan") or 1) - 1)
            self.open = True
            self.at = len(self.rows[-1]) - int(dict(attrs).get("colspan") or 1)
        elif tag == "br" and self.open:
            self.handle_data(" ")

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.open = False

    def handle_data(self, data):
        if self.open and self.rows and self.at < len(self.rows[-1]):
            self.rows[-1][self.at] += data


def xlsx_rows(path, sheet):
    with zipfile.ZipFile(path) as book:
        shared = []
        if "xl/sharedStrings.xml" in book.namelist():
            for item in plain_tags(ElementTree.fromstring(book.read("xl/sharedStrings.xml"))).findall("si"):
                shared.append("".join(text.text or "" for text in item.iter("t")))
        names = sorted(name for name in book.namelist() if re.match(r"xl/worksheets/sheet\d+\.xml", name))
        root = plain_tags(ElementTree.fromstring(book.read(names[sheet])))
    rows = []
    for row in root.iter("row"):
        rows += [[]] * (int(row.get("r") or 0) - 1 - len(rows))
        cells = []
        for at, cell in enumerate(row.findall("c")):
            letters = re.match(r"[A-Z]+", cell.get("r") or "")
            column = at
            if letters:
                column = 0
                for letter in letters[0]:
                    column = column * 26 + ord(letter) - 64
                column -= 1
            cells += [""] * (column + 1 - len(cells))
            value = cell.findtext("v") or ""
            if cell.get("t") == "s":
                value = shared[int(value)]
            elif cell.get("t") == "inlineStr":
                value = "".join(text.text or "" for text in cell.iter("t"))
            cells[column] = value
        rows.append(cells)
    return rows


def table_day(text, form):
    text = text.strip()
    if form == "excel" or (form.endswith("|excel") and re.match(r"^\d{5}(\.\d+)?$", text)):
        return (date(1899, 12, 30) + timedelta(days=int(float(text)))).isoformat()
    form = form.removesuffix("|excel")
    for one in form.split("|")[1:]:
        # Some files mix two-digit and four-digit years in one column.
        if len(text) == len(datetime(2000, 12, 30).strftime(one)):
            form = one
    form = form.split("|")[0]
    try:
        return datetime.strptime(text[: len(datetime(2000, 12, 30).strftime(form))], form).date().isoformat()
    except ValueError:
        try:
            return datetime.strptime(text.split(" ")[0], form).date().isoformat()
        except ValueError:
            raise Incoherent("a day cannot be read: " + text[:40]) from None


def table_amount(text, point):
    if re.match(r"^-?\d+(\.\d+)?(E-?\d+)?$", text) and point == ".":
        return int((Decimal(text) * 100).quantize(Decimal(1)))
    text = re.sub(r"[A-Za-z₦$€£\s\u00a0\u202f'+]", "", text)
    if re.match(r"^\(.*\)$", text):
        text = "-" + text[1:-1]
    if text.endswith("-"):
        text = "-" + text[:-1]
    text = text.replace("−", "-").replace("," if point == "." else ".", "")
    return kobo(text or "0")


def table(data, path, told):
    kind = told["kind"]
    if kind == "csv":
        text = decode(data, told.get("encoding"))
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=told.get("delimiter", ",")))
    elif kind == "xlsx":
        rows = xlsx_rows(path, told.get("sheet", 0))
    elif kind == "spreadsheet":
        cells = [row.findall("Cell") for row in plain_tags(ElementTree.fromstring(data)).iter("Row")]
        rows = [["".join(cell.itertext()) for cell in row] for row in cells]
    else:
        parser = TableParser()
        parser.feed(decode(data))
        rows = parser.rows
    point = told.get("point", ".")
    lines, balances = [], []
    last_row = told.get("last")
    for at, row in enumerate(rows[: last_row if last_row else None]):
        cell = lambda column: row[column].strip() if column is not None and column < len(row) else ""
        if at < told["first"] or not any(one.strip() for one in row):
            continue
        # `only` is a column of states, and `rows` a column that tells lines from balances.
        if any(cell(told[name][0]) not in told[name][1] for name in ("only", "rows") if name in told):
            continue
        day = cell(told["day"])
        if not day:
            if told.get("continued") and lines:
                lines[-1]["said"] += [cell(column) for column in told["text"] if cell(column)]
                lines[-1]["all"] += " " + " ".join(row)
            continue
        if re.search(told.get("skip", "^$"), " ".join(row)):
            continue
        if "amount" in told:
            amount = table_amount(cell(told["amount"]), point)
            if "direction" in told:
                amount = abs(amount) * (1 if cell(told["direction"][0]) in told["direction"][1] else -1)
        else:
            amount = table_amount(cell(told["credit"]), point) - abs(table_amount(cell(told["debit"]), point))
        if amount == 0:
            continue
        said = [cell(column) for column in told["text"]]
        lines.append(line(table_day(day, told["form"]), amount, said, row))
        if "balance" in told:
            balances.append(table_amount(cell(told["balance"]), point))
    amounts = [one["amount"] for one in lines]
    if len(balances) > 1 and not told.get("unchained"):
        forwards = all(b - a == m for a, b, m in zip(balances, balances[1:], amounts[1:]))
        backwards = all(a - b == m for a, b, m in zip(balances, balances[1:], amounts))
        if not (forwards or backwards):
            raise Incoherent("the balances do not follow from the amounts")
    return lines


# --- Files


def kind_of(data, name, path, tables):
    if path in tables:
        return tables[path]["kind"]
    text = data[:65536].decode("utf-16" if data[:2] == b"\xff\xfe" else "latin1", "replace")
    if re.search(r"<OFX>", text, re.I) or "OFXHEADER" in text:
        return "ofx"
    if re.search(r"<(\w+:)?BkToCstmr(Stmt|AcctRpt)\b", text):
        return "camt"
    if re.search(r"(^|[\r\n]|\{4:)\s*:20:", text) and re.search(r"[\r\n]\s*:(25P?|28C?|60[FM]|61):", text):
        return "mt940"
    return None


def read(data, kind, path, full, tables):
    if kind == "ofx":
        return ofx(data, full)
    if kind == "camt":
        return camt(data)
    if kind == "mt940":
        return mt940(decode(data))
    return table(data, full, tables[path])


def main():
    folder, described = sys.argv[1:3]
    with open(described, encoding="utf-8") as file:
        tables = json.load(file)
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if one not in (".git", "node_modules"))
        for name in sorted(names):
            full = os.path.join(root, name)
            path = os.path.relpath(full, folder)
            if os.path.islink(full) or os.path.getsize(full) > 20_000_000:
                continue
            if path not in tables and "." in name and name.rsplit(".", 1)[1].lower() in NO_STATEMENT:
                continue
            with open(full, "rb") as file:
                data = file.read()
            kind = kind_of(data, name, path, tables)
            if not kind:
                continue
            answer = {"path": path, "kind": kind, "why": "", "lines": []}
            try:
                answer["lines"] = read(data, kind, path, full, tables)
            except Incoherent as error:
                answer["why"], answer["lines"] = str(error), error.lines
            except ElementTree.ParseError as error:
                answer["why"] = "no XML: " + str(error)
            print(json.dumps(answer), flush=True)


main()
