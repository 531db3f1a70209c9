import fc from 'fast-check';
import { test } from 'tap';
import type { FormatName } from '../../engine/vocabulary/value/format.ts';
import { checkFormat, formats } from '../../engine/vocabulary/value/format.ts';

// Published identifiers: GS1's own worked examples and Norwegian market parties and metering points, ENTSO-E's
// codes for bidding zones and issuing offices' lists, the Brønnøysund register and its test numbers.
const right: { readonly [Name in FormatName]: readonly string[] } = {
  gln: ['9436465792104', '7300011000017', '6291041500213', '7080000923168', '7080005010788', '7080001317904'],
  gsrn: ['707057500053182051', '707057500032174572', '707057500042745649', '707057500085390523', '707057500028734308'],
  eic: [
    ...['10YNO-1--------2', '10YNO-2--------T', '10YNO-3--------J', '10YNO-4--------9', '10Y1001A1001A48H'],
    ...['10YLU-CEGEDEL-NQ', '22XWATTPLUS----G', '44Y-00000000160K', '21X000000001304L', '10X1001A1001A264'],
  ],
  org: ['974760673', '123456785', '974683520', '900010605', '988077917', '043871668', '923609016'],
  email: ['kari.nordmann@example.org', 'a+b@x.no', "o'neil@mail.example.com"],
  url: ['https://example.org', 'http://localhost:3000/hook?a=b#c', 'https://10.0.0.1/x', 'HTTPS://example.org/æ'],
  uuid: ['53919b79-876f-4dad-8bde-b29368367604', '53919B79-876F-4DAD-8BDE-B29368367604'],
};

const wrong: readonly (readonly [FormatName, string, string])[] = [
  ['gln', '9436465792105', 'The check digit after 943646579210 is 4, not 5.'],
  ['gln', '943646579210', 'A GLN has 13 digits.'],
  ['gln', '94364657921040', 'A GLN has 13 digits.'],
  ['gln', '943646579210٤', 'A GLN has 13 digits.'],
  ['gln', '9436465792104\n', 'A GLN has 13 digits.'],
  ['gln', ' 9436465792104', 'A GLN has 13 digits.'],
  ['gln', '', 'A GLN has 13 digits.'],
  // The metering point of Elhub's message examples, which is made up.
  ['gsrn', '857643212345678921', 'The check digit after 85764321234567892 is 2, not 1.'],
  ['gsrn', '9436465792104', 'A GSRN has 18 digits.'],
  ['eic', '22XWATTPLUS----X', 'The check character after 22XWATTPLUS---- is G, not X.'],
  ['eic', '10yno-1--------2', 'An EIC has 16 characters of A-Z, 0-9 and -, the last of which is not -.'],
  ['eic', '10YNO-1-------2', 'An EIC has 16 characters of A-Z, 0-9 and -, the last of which is not -.'],
  ['eic', '23X--130302DLGW-', 'An EIC has 16 characters of A-Z, 0-9 and -, the last of which is not -.'],
  ['eic', '23X--130302DLGWA', 'An EIC never begins with 23X--130302DLGW: no check character fits it.'],
  ['org', '123456786', 'The check digit after 12345678 is 5, not 6.'],
  ['org', '923609017', 'The check digit after 92360901 is 6, not 7.'],
  // 6 * 2 = 12 leaves the remainder 1.
  ['org', '000000060', 'An organisation number never begins with 00000006: no check digit fits it.'],
  ['org', '974 760 673', 'An organisation number has 9 digits.'],
  ['org', 'NO974760673', 'An organisation number has 9 digits.'],
  ['email', 'kari.nordmann', 'An e-mail address has the form name@example.org.'],
  ['email', 'kari@localhost', 'An e-mail address has the form name@example.org.'],
  ['url', '/documents/12', 'A URL is absolute and begins with http:// or https://.'],
  ['url', 'ftp://example.org/', 'A URL is absolute and begins with http:// or https://.'],
  ['url', 'javascript:alert(1)', 'A URL is absolute and begins with http:// or https://.'],
  ['url', 'https://', 'A URL is absolute and begins with http:// or https://.'],
  ['url', 'https://example.org/a b', 'A URL is absolute and begins with http:// or https://.'],
  [
    'uuid',
    'urn:uuid:53919b79-876f-4dad-8bde-b29368367604',
    'A UUID has 32 hexadecimal digits in groups of 8-4-4-4-12.',
  ],
  ['uuid', '53919b79876f4dad8bdeb29368367604', 'A UUID has 32 hexadecimal digits in groups of 8-4-4-4-12.'],
];

test('published identifiers and each example are right', async (t) => {
  for (const name of Object.keys(formats) as FormatName[]) {
    for (const text of [...right[name], formats[name].example])
      t.equal(checkFormat(name, text), null, `${name} ${text}`);
  }
});

test('a wrong identifier gets a sentence that says what was expected', async (t) => {
  for (const [name, text, sentence] of wrong) t.equal(checkFormat(name, text), sentence, `${name} ${text}`);
});

test('changing any one character of a right identifier makes it wrong', async (t) => {
  for (const name of ['gln', 'gsrn', 'eic', 'org'] as const) {
    const characters = name === 'eic' ? '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-' : '0123456789';
    fc.assert(
      fc.property(
        fc.constantFrom(...right[name]),
        fc.nat(17),
        fc.constantFrom(...characters),
        (text, at, character) => {
          const index = at % text.length;
          const changed = text.slice(0, index) + character + text.slice(index + 1);
          return (checkFormat(name, changed) === null) === (changed === text);
        },
      ),
    );
    t.pass(name);
  }
});

test('of all check characters to a body, the one the sentence names is right', async (t) => {
  for (const [name, length] of [
    ['gln', 12],
    ['gsrn', 17],
    ['eic', 15],
    ['org', 8],
  ] as const) {
    const unit = fc.constantFrom(...(name === 'eic' ? '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-' : '0123456789'));
    fc.assert(
      fc.property(fc.string({ unit, minLength: length, maxLength: length }), (body) => {
        const sentence = checkFormat(name, `${body}0`);
        if (sentence === null || sentence.includes('never')) return true;
        return checkFormat(name, body + (/ is (.), not 0\.$/.exec(sentence)?.[1] ?? '')) === null;
      }),
    );
    t.pass(name);
  }
});
