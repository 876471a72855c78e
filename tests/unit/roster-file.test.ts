import { describe, expect, test } from 'vitest';
import { readRoster } from '../../server/features/rosters/roster-file.ts';

const people = (text: string) => readRoster(text).people.map(({ line: _, ...person }) => person);
const ADA = { name: 'Ada Byron', studentId: '1001', email: 'ada@campus.example', section: 'B' };

describe('a roster', () => {
  test.each([
    ['commas', 'Student ID,Name,Email,Section\n1001,Ada Byron,ada@campus.example,B\n'],
    [
      'semicolons and a byte order mark',
      '\uFEFFSID;Full name;Email address;Sec.\r\n1001;Ada Byron;ADA@campus.example;B\r\n',
    ],
    ['tabs', 'id\tfirst name\tlast name\tmail\tsection\n1001\tAda\tByron\tada@campus.example\tB'],
    ['quotes', '"Name","Email","Section","ID Number"\n"Byron, Ada","ada@campus.example","B","1001"\n\n'],
    ['Mac line ends', 'Email,Name,Section,ID\rada@campus.example,Ada   Byron,B,1001'],
    ['what tells Excel the separator', 'sep=;\nID;Name;Mail;Lab\n1001;Byron, Ada;ada@campus.example;B'],
    ['IDs that are to stay texts in Excel', 'ID,Name,Email,Section\n="1001",="Ada Byron",ada@campus.example,B'],
    [
      'lines above the titles',
      'Summary Class List\nMCEN 1025 - 001,,CRN,10732\n\nBanner ID,Student Name,Email,Section\n1001,"Byron, Ada",ada@campus.example,B',
    ],
    [
      'more marks than columns are looked at',
      `ID,Name,Email,Section${',Quiz'.repeat(200)}\n1001,Ada Byron,ada@campus.example,B${',10'.repeat(200)}`,
    ],
    [
      'the columns of a course system',
      'Student,ID,SIS User ID,Email,Section\n"Byron, Ada",77,1001,ada@campus.example,B',
    ],
  ])('is read with %s', (_, text) => {
    expect(readRoster(text)).toMatchObject({ fault: null, faults: [], doubles: [] });
    expect(people(text)).toEqual([ADA]);
  });

  test('without titles is recognized by the contents of its columns', () => {
    const text = '1001,Ada Byron,ada@campus.example\n1002,Ben Okafor,ben@campus.example';
    expect(readRoster(text)).toMatchObject({ columns: ['studentId', 'name', 'email'], lines: 2 });
    expect(people(text).map(({ name }) => name)).toEqual(['Ada Byron', 'Ben Okafor']);
  });

  test('is read as the columns are chosen', () => {
    const text = 'A,B\nada@campus.example,1001';
    expect(readRoster(text, ['email', 'studentId']).people).toMatchObject([{ studentId: '1001' }]);
    expect(readRoster(text, [null, null]).fault).toMatch(/^Choose the column/);
    expect(readRoster(text, ['email', 'email']).fault).toBe('Two columns have the same meaning.');
  });

  test('keeps the zeros of an ID, and uses the address for people without a name', () => {
    expect(people('Student ID,Email\n000123,zed@campus.example')).toMatchObject([
      { name: 'zed@campus.example', studentId: '000123' },
    ]);
  });

  test('leaves out the rows of course systems that are no one’s', () => {
    const text =
      'Student,ID,SIS User ID,SIS Login ID,Section,Quiz 1\n    Points Possible,,,,,10\n"Byron, Ada",77,1001,ada@campus.example,B,9\n"Student, Test",99,,,B,';
    expect(people(text)).toEqual([ADA]);
    expect(readRoster(text)).toMatchObject({ faults: [], doubles: [{ line: 2 }, { line: 4 }] });
  });

  test('has its titles on each page, and names dropped people, who are left out', () => {
    const titles = 'Record Number,Student Name,ID,Email,Section,Reg Status';
    const text = `${titles}\n1,"Byron, Ada",1001,ada@campus.example,B,**Web Registered**\n${titles}\n2,"Okafor, Ben",1002,,,**Web Drop**`;
    expect(people(text)).toEqual([ADA]);
    expect(readRoster(text)).toMatchObject({
      faults: [],
      doubles: [{ line: 4, words: 'Line 4 is for someone who is not in the class: “**Web Drop**”.' }],
    });
  });

  test('has addresses as mail programs write them, and a quote that is not closed', () => {
    expect(
      people('ID,Name,Email\n1001,"Ada Byron,Ada Byron <ADA@campus.example>\n1002,Ben,mailto:b@c.example'),
    ).toMatchObject([
      { name: 'Ada Byron', email: 'ada@campus.example' },
      { name: 'Ben', email: 'b@c.example' },
    ]);
  });

  test('has cells over several lines, and its faults the lines of the file', () => {
    const text = 'Name,Email\n"Ada\nByron",ada@campus.example\nBen,not-an-address\n';
    expect(people(text)).toMatchObject([{ name: 'Ada Byron' }]);
    expect(readRoster(text).faults).toEqual([
      { line: 4, words: 'Line 4 has an invalid email address: “not-an-address”.' },
    ]);
  });
});

describe('faults of a roster, by line', () => {
  test.each([
    ['=HYPERLINK("http://evil.example"),1001,a@b.example', 'Line 2 has a formula where a name should be: “=HYPERLINK('],
    ['Ada,1001,a@b.example,more', 'Line 2 has more cells than the first line.'],
    ['"=HYPERLINK(""http://evil.example"")",1001,a@b.example', 'Line 2 has a formula where a name should be:'],
    ['@SUM(A1),1001,a@b.example', 'Line 2 has a formula where a name should be: “@SUM(A1)”.'],
    ['"=HYPERLINK(1, 2)",1001,a@b.example', 'Line 2 has a formula where a name should be: “=HYPERLINK(1, 2)”.'],
    ['Ada,10 01,a@b.example', 'Line 2 has an invalid student ID: “10 01”.'],
    ['Ada,1.23457E+08,a@b.example', 'Line 2 has a student ID that a program has changed to a number: “1.23457E+08”.'],
    [
      'Ada,1001.0,',
      'Line 2 has a student ID that a program has changed to a number: “1001.0”. Save that column as text.',
    ],
    ['Ada,1001,a@b', 'Line 2 has an invalid email address: “a@b”.'],
    ['Ada,,', 'Line 2 has neither a student ID nor an email address.'],
    [`${'A'.repeat(121)},1001,`, 'Line 2 has a name of more than 120 characters.'],
  ])('%s', (line, words) => {
    const { faults, people: found, fault } = readRoster(`Name,Student ID,Email\n${line}\n`);
    expect(fault).toBeNull();
    expect(found).toEqual([]);
    expect(faults.map((one) => one.words).join()).toContain(words);
  });

  test('people who are listed twice, regardless of capitals; people with the ID or address of another line', () => {
    const text =
      'ID,Email\nX1,a@b.example\nx1,c@d.example\nX3,A@B.example\nx1,A@b.example\n,a@b.example\nX4,e@f.example';
    const { people: found, faults, doubles } = readRoster(text);
    const words = (line: number) => ({
      line,
      words: `Line ${line} repeats the student ID or address of line 2. Line 2 is used.`,
    });
    expect([faults, doubles]).toEqual([
      [words(3), words(4)],
      [words(5), words(6)],
    ]);
    expect(found.map(({ line }) => line)).toEqual([2, 7]);
  });
});

describe('what is no roster', () => {
  test.each([
    ['', 'The file is empty.'],
    [' \n\n', 'The file is empty.'],
    ['Name,Email\n', 'It contains only a header line.'],
    ['PK\u0003\u0004workbook', 'This is not a text file. Save the sheet as CSV and choose that file.'],
    [
      '%PDF-1.4\n1 0 obj\n<</Creator (Chromium)>>',
      'This is not a text file. Save the sheet as CSV and choose that file.',
    ],
    ['\n<html><table><tr><td>ID</td>', 'This is a web page, even if it opens as a sheet.'],
    ['Name\u0000Email', 'This is not a text file. Save the sheet as CSV and choose that file.'],
    ['Name,Colour\nAda,red', 'Choose the column with the student ID'],
    [','.repeat(200), 'It contains only a header line'],
    [`Email\n${'a@b.example\n'.repeat(20_001)}`, 'It has more than 20,000 lines.'],
  ])('is refused as a whole', (text, fault) => {
    const read = readRoster(text);
    expect(read.fault).toContain(fault);
    expect(read.people).toEqual([]);
  });

  test('is read once, however it was made', () => {
    const noise = Array.from({ length: 200_000 }, (_, at) => '",;\t\n\'=a@'[(at * 7919 + (at % 13)) % 10]).join('');
    for (const text of [noise, '"'.repeat(200_000), '","'.repeat(70_000), `Email\n"${'x,'.repeat(100_000)}`]) {
      const { people: found, lines } = readRoster(text);
      expect(found.length).toBeLessThanOrEqual(lines);
    }
  });
});
