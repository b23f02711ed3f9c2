"""Runs parts of the standard library and prints, one a line, which function
each call reached: file, line and column of the called name, and file and line
of the definition, - and 0 for a function that is written in C. Needs Python 3.11, whose code says where a call stands."""

import ast
import contextlib
import io
import os
import sys
import sysconfig
import tempfile

root = os.path.realpath(sysconfig.get_paths()["stdlib"])
edges = set()
own = os.path.realpath(__file__)


def trace(frame, event, arg):
    if event == "c_call":
        edges.add((frame.f_code, frame.f_lasti, None))
    if event != "call":
        return
    caller = frame.f_back
    if caller is None:
        return
    code = frame.f_code
    edges.add((caller.f_code, caller.f_lasti, code))


def workload():
    import argparse, calendar, configparser, csv, difflib, dis, doctest, email, email.message, email.policy, fnmatch, fractions, ftplib
    import html.parser, http.client, http.cookies, inspect, json, json.decoder, json.encoder, logging, logging.handlers, mailbox, optparse
    import os.path, pathlib, pickle, pickletools, plistlib, pprint, pydoc, shlex, shutil, statistics, string, tarfile, textwrap, threading
    import tokenize, traceback, unittest, urllib.parse, urllib.request, uuid, xml.dom.minidom, xml.etree.ElementTree, xml.sax, zipfile
    import _pydecimal, _pyio, asyncio, cmd, code, codeop, collections, concurrent.futures, contextlib, copy, dataclasses, enum, functools
    import gettext, glob, heapq, imaplib, ipaddress, locale, mimetypes, numbers, random, reprlib, sched, selectors, smtplib, socketserver, symtable
    import tabnanny, timeit, types, typing, wave, weakref, wsgiref.handlers, wsgiref.util, wsgiref.headers, graphlib

    def each():
        p = argparse.ArgumentParser(prog="x", description="d" * 90)
        g = p.add_argument_group("g")
        g.add_argument("--a", type=int, default=1, help="h" * 90)
        p.add_mutually_exclusive_group().add_argument("--b", action="store_true")
        p.add_subparsers().add_parser("c").add_argument("z", nargs="*")
        p.parse_args(["--a", "3", "c", "1", "2"])
        p.format_help()
        yield
        calendar.HTMLCalendar().formatyear(2024)
        calendar.TextCalendar().formatyear(2024)
        yield
        c = configparser.ConfigParser()
        c.read_string("[a]\nb = %(c)s\nc = 1\n[d]\ne: yes\n")
        c.get("a", "b"), c.getint("a", "c"), c.getboolean("d", "e")
        c.write(io.StringIO())
        yield
        list(csv.DictReader(io.StringIO("a,b\n1,2\n")))
        csv.Sniffer().sniff("a,b\n1,2\n3,4\n")
        w = csv.DictWriter(io.StringIO(), ["a"])
        w.writeheader(), w.writerow({"a": 1})
        yield
        difflib.HtmlDiff().make_file(["a", "b"], ["a", "c"])
        list(difflib.unified_diff(["a"], ["b"])), list(difflib.ndiff(["abc"], ["abd"]))
        difflib.get_close_matches("appel", ["ape", "apple"])
        yield
        dis.dis(each), list(dis.get_instructions(trace))
        dis.code_info(each)
        yield
        m = email.message_from_string("From: a@b\nTo: c@d\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\na\n--x--\n", policy=email.policy.default)
        m["to"], m.as_string(), list(m.walk()), m.get_body()
        e = email.message.EmailMessage()
        e["Subject"] = "ä" * 100
        e.set_content("text ä\n" * 10), e.add_alternative("<p>", subtype="html"), e.add_attachment(b"x", maintype="a", subtype="b")
        e.as_bytes()
        yield
        fractions.Fraction("3/4") + fractions.Fraction(1, 3)
        f = html.parser.HTMLParser()
        f.feed("<a href='x'>b&amp;c</a><!-- d --><!DOCTYPE html><?p?>"), f.close()
        http.cookies.SimpleCookie("a=b; c=d").output()
        yield
        inspect.signature(argparse.ArgumentParser.add_argument), inspect.getsource(argparse), inspect.getmembers(argparse), inspect.getdoc(dict)
        inspect.getclasstree([argparse.Action, argparse._StoreAction])
        yield
        json.loads('{"a": [1, 2.5, "x\\n", null]}'), json.dumps({"a": [1, {"b": None}]}, indent=2, sort_keys=True)
        json.decoder.py_scanstring('abc"', 0)
        yield
        log = logging.getLogger("x.y")
        log.addHandler(logging.StreamHandler(io.StringIO())), log.addHandler(logging.handlers.MemoryHandler(1))
        log.warning("a %s", 1)
        try:
            1 / 0
        except ZeroDivisionError:
            log.exception("b")
        logging.getLogger().manager, log.getEffectiveLevel()
        yield
        o = optparse.OptionParser()
        o.add_option("-a", type="int", help="x"), o.parse_args(["-a", "1", "b"]), o.format_help()
        yield
        with tempfile.TemporaryDirectory() as d:
            q = pathlib.Path(d) / "a" / "b.txt"
            q.parent.mkdir(parents=True), q.write_text("x"), q.read_text(), list(pathlib.Path(d).rglob("*")), q.relative_to(d), q.with_suffix(".c")
            with tarfile.open(os.path.join(d, "t.tar.gz"), "w:gz") as t:
                t.add(str(q), "b")
            with tarfile.open(os.path.join(d, "t.tar.gz")) as t:
                t.getmembers(), t.extractall(os.path.join(d, "o"))
            with zipfile.ZipFile(os.path.join(d, "z.zip"), "w") as z:
                z.writestr("a/b", "x"), z.write(str(q))
            with zipfile.ZipFile(os.path.join(d, "z.zip")) as z:
                z.namelist(), z.testzip(), z.extractall(os.path.join(d, "p"))
            shutil.copytree(os.path.join(d, "a"), os.path.join(d, "q")), shutil.rmtree(os.path.join(d, "q")), shutil.make_archive(os.path.join(d, "r"), "zip", os.path.join(d, "a"))
            glob.glob(os.path.join(d, "**"), recursive=True)
            box = mailbox.mbox(os.path.join(d, "m"))
            box.add(mailbox.mboxMessage(e)), box.flush(), list(box), box.close()
            wr = wave.open(os.path.join(d, "w"), "wb")
            wr.setnchannels(1), wr.setsampwidth(2), wr.setframerate(8000), wr.writeframes(b"\0\0"), wr.close()
            wave.open(os.path.join(d, "w")).readframes(1)
        yield
        b = io.BytesIO()
        k = pickle._Pickler(b, 4)
        k.dump([{"a": (1, 2.5, "x" * 300)}, collections.OrderedDict(a=1), fractions.Fraction(1, 2)])
        pickle._Unpickler(io.BytesIO(b.getvalue())).load()
        pickletools.dis(b.getvalue(), out=io.StringIO()), pickletools.optimize(b.getvalue())
        yield
        plistlib.loads(plistlib.dumps({"a": [1, True, b"x", "s"]})), plistlib.loads(plistlib.dumps({"a": [1]}, fmt=plistlib.FMT_BINARY))
        pprint.pformat([list(range(50)), {"a": "x" * 100, "b": {1, 2}}, collections.defaultdict(int), argparse])
        pydoc.render_doc(textwrap), pydoc.plain(pydoc.render_doc(json.JSONEncoder)), pydoc.HTMLDoc().document(textwrap)
        yield
        shlex.split("a 'b c' \"d\""), statistics.linear_regression([1, 2, 3], [2, 4, 7]), statistics.quantiles([1, 2, 3, 4]), statistics.NormalDist(0, 1).cdf(1)
        statistics.mean([1, 2]), statistics.stdev([1.5, 2, 9]), statistics.mode("aab"), statistics.median([1, 2, 3])
        string.Formatter().format("{a!r:>{w}}", a=1, w=5), string.Template("$a").substitute(a=1)
        textwrap.fill("word " * 50), textwrap.dedent("  a\n  b"), textwrap.shorten("a b c " * 20, 20)
        yield
        list(tokenize.generate_tokens(io.StringIO("def f(a):\n  return [a + 1, 'x']\n").readline)), ast.unparse(ast.parse(inspect.getsource(difflib)))
        tokenize.untokenize(tokenize.generate_tokens(io.StringIO("a = 1\n").readline)), symtable.symtable("def f(a): return b", "x", "exec").get_children()[0].get_locals()
        yield
        traceback.format_exc(), traceback.format_stack(), traceback.TracebackException(ValueError, ValueError("x"), None).format()
        urllib.parse.urlencode({"a": "b c"}), urllib.parse.urlsplit("http://u:p@h:80/p?q#f").port, urllib.parse.urljoin("http://a/b/c", "../d"), urllib.parse.parse_qs("a=1&b=2"), urllib.parse.quote("ä/")
        urllib.request.Request("http://a/b").get_header("c"), urllib.request.build_opener(), uuid.uuid3(uuid.NAMESPACE_DNS, "x")
        yield
        x = xml.dom.minidom.parseString("<a b='c'><d/>t</a>")
        x.toprettyxml(), x.getElementsByTagName("d"), x.documentElement.setAttribute("e", "f"), x.createElement("g").toxml(), x.unlink()
        t = xml.etree.ElementTree.ElementTree(xml.etree.ElementTree.fromstring("<a><b c='d'>e</b></a>"))
        t.find("b"), t.findall(".//b[@c='d']"), xml.etree.ElementTree.tostring(t.getroot()), xml.etree.ElementTree.indent(t), t.write(io.BytesIO())
        xml.sax.parseString("<a><b/></a>", xml.sax.ContentHandler())
        yield
        D = _pydecimal.Decimal
        (D("1.5") + D("2.25")) * D(3) / D(7) - D("1e5"), D(2).sqrt(), D("3.7").quantize(D("1")), D(10).ln(), D("1.5").exp(), D(2) ** D("0.5"), format(D("1234.5"), ",.2f"), D("1.23").as_tuple(), D(5).compare(D(6)), D(8).log10(), D(7) % D(3), D(9).to_integral_value()
        yield
        s = _pyio.BufferedRandom(_pyio.BytesIO(b"abc\ndef")) if False else _pyio.TextIOWrapper(_pyio.BytesIO(b"abc\ndef\n"))
        s.readline(), s.read(), s.seek(0), s.tell()
        yield

        async def job(n):
            await asyncio.sleep(0)
            return n

        async def main():
            await asyncio.gather(*(job(i) for i in range(3)))
            async with asyncio.Lock():
                pass
            q = asyncio.Queue()
            await q.put(1)
            await q.get()
            await asyncio.wait_for(job(1), 1)
            async with asyncio.timeout(1):
                pass
            async with asyncio.TaskGroup() as tg:
                tg.create_task(job(1))

        asyncio.run(main())
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            list(pool.map(str, range(3)))
        yield
        copy.deepcopy({"a": [1, {2}]}), dataclasses.make_dataclass("P", [("x", int), ("y", int, 0)])(1), dataclasses.asdict(dataclasses.make_dataclass("Q", ["x"])(1))
        enum.Flag("F", "A B").A, functools.singledispatch(str), functools.cmp_to_key(lambda a, b: 0), typing.get_type_hints(trace), typing.Optional[typing.List[int]], typing.Union[int, str]
        ipaddress.ip_network("10.0.0.0/8").subnets(new_prefix=10), list(ipaddress.ip_network("10.0.0.0/30").hosts()), ipaddress.ip_address("::1").exploded, ipaddress.IPv4Address("1.2.3.4") + 1, ipaddress.summarize_address_range(ipaddress.ip_address("1.0.0.0"), ipaddress.ip_address("1.0.0.9"))
        mimetypes.guess_type("a.txt"), random.Random(1).sample(range(99), 5), random.Random(1).shuffle([1, 2]), random.Random(2).gauss(0, 1), random.Random(2).choices([1, 2], k=2), reprlib.repr(list(range(99)))
        sorter = graphlib.TopologicalSorter({1: [2]})
        list(sorter.static_order()), heapq.nsmallest(2, [3, 1, 2]), list(heapq.merge([1], [2])), fnmatch.filter(["a.c"], "*.c")
        wsgiref.headers.Headers([("a", "b")]).add_header("c", "d", e="f"), wsgiref.util.setup_testing_defaults({}), wsgiref.util.application_uri({"wsgi.url_scheme": "http", "HTTP_HOST": "h"})
        yield
        case = type("T", (unittest.TestCase,), {"test_a": lambda self: self.assertEqual([1], [1]), "test_b": lambda self: self.assertIn(1, {2}), "test_c": lambda self: self.assertRaises(ValueError, int, "x")})
        unittest.TextTestRunner(stream=io.StringIO(), verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
        import unittest.mock as mock
        with mock.patch("os.getcwd", autospec=True) as g:
            os.getcwd(), g.assert_called_once_with()
        mm = mock.MagicMock()
        mm.a.b(1), mm.assert_not_called(), mm.__len__(), len(mm), mm.mock_calls, mock.call(1) == mock.call(1)
        for mod in (difflib, statistics, random, collections, fractions, heapq, textwrap, _pydecimal, doctest, functools, pickletools, string, ipaddress, enum):
            doctest.testmod(mod)
        yield

    steps = each()
    while True:
        try:
            next(steps)
        except StopIteration:
            break
        except Exception as error:
            sys.stderr.write(f"{error!r}\n")
            break


with contextlib.redirect_stdout(io.StringIO()):
    import threading

    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        workload()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)

trees, positions = {}, {}


def parsed(name):
    """Gives the calls of a file by their ranges, and its functions by first line."""
    if name not in trees:
        calls, functions = {}, {}
        try:
            with open(name, encoding="utf-8") as f:
                tree = ast.parse(f.read())
        except (OSError, SyntaxError, ValueError):
            tree = ast.Module([], [])
        for n in ast.walk(tree):
            if isinstance(n, ast.Call):
                if isinstance(n.func, ast.Name):
                    at = (n.func.lineno, n.func.col_offset, n.func.id)
                elif isinstance(n.func, ast.Attribute):
                    at = (n.func.end_lineno, n.func.end_col_offset - len(n.func.attr), n.func.attr)
                else:
                    continue
                calls[n.lineno, n.col_offset, n.end_lineno, n.end_col_offset] = at
            elif isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([d.lineno for d in n.decorator_list] + [n.lineno])
                functions[first, n.name] = n.lineno
        trees[name] = calls, functions
    return trees[name]


out = set()
for caller, at, callee in edges:
    here = os.path.realpath(caller.co_filename)
    there = os.path.realpath(callee.co_filename) if callee else "-"
    if here == own or not here.startswith(root + os.sep) or callee and not there.startswith(root + os.sep):
        continue
    if caller not in positions:
        positions[caller] = list(caller.co_positions())
    where = positions[caller][at // 2] if 0 <= at // 2 < len(positions[caller]) else (None,)
    if None in where:
        continue
    line, end, column, last = where
    call = parsed(here)[0].get((line, column, end, last))
    definition = parsed(there)[1].get((callee.co_firstlineno, callee.co_name)) if callee else 0
    if call is None or definition is None or callee and call[2] != callee.co_name:
        continue
    out.add("\t".join(map(str, (here, call[0], call[1] + 1, call[2], there, definition))))
print(root)
print("\n".join(sorted(out)))
