import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvent } from '@/lib/audit/events';
import { paths } from '@/lib/paths';
import { purgeKind } from '@/lib/retention/purge';
import { openRoster } from '@/lib/testing/roster';
import { createSubMerchant } from './create';
import { readCell, readCsv } from './csv';
import { exportSubMerchants } from './export';
import { listFilters } from './filters';
import { applyImport, checkImport, discardImport, getImport, importResult } from './import';
import type { ImportView } from './import-report';
import { listSubMerchants } from './list';
import { openRecord } from './record';

let roster: Awaited<ReturnType<typeof openRoster>>;
beforeAll(async () => {
  roster = await openRoster('ways');
});
afterAll(() => roster.db.$disconnect());
beforeEach(async () => {
  await roster.db.objectLock.deleteMany();
  await roster.db.subMerchant.deleteMany();
});

const bytes = (text: string) => new TextEncoder().encode(text);
const check = async (text: string): Promise<ImportView> => {
  const result = await checkImport(roster, { ...roster, fileName: 'roster.csv', bytes: bytes(text) });
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};
const apply = async (id: string): Promise<ImportView> => {
  const result = await applyImport(roster, roster, id);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};
const bring = async (text: string) => apply((await check(text)).id);
const held = (subMchid: string) =>
  roster.db.subMerchant.findUniqueOrThrow({
    where: { connectionId_subMchid: { connectionId: roster.connection.id, subMchid } },
  });
const audited = () => roster.db.auditEntry.count({ where: { connectionId: roster.connection.id } });
const remarks = ({ rows }: ImportView) =>
  rows.map((row) => [row.number, row.deed, ...row.remarks.map(({ column, rule }) => `${column}:${rule}`)]);

async function lock(subMchid: string) {
  const { db, connection, staff } = roster;
  const unique = crypto.randomUUID().replaceAll('-', '');
  const request = await db.platformRequest.create({
    data: {
      connectionId: connection.id,
      operation: 'sub-merchant.modify',
      objectKind: 'sub-merchant',
      objectId: subMchid,
      objectName: '',
      idempotencyKey: unique,
      intent: unique,
      method: 'PATCH',
      path: '/',
      bytesSha256: '',
      inputSha256: '',
      bytesSize: 0,
      maskedBody: {},
      changes: [],
      outcome: 'unknown',
      reference: unique.slice(0, 8),
      staffId: staff.id,
    },
  });
  await db.objectLock.create({
    data: { connectionId: connection.id, objectKind: 'sub-merchant', objectId: subMchid, requestId: request.id },
  });
  return request.reference;
}

describe('adding by hand', () => {
  const values = { name: ' Café Lantern ', 'contact.phone': '+85212345678', business_category: '644' };

  it('makes one row of eight at once, and one audit entry with masks (bug-database-01)', async () => {
    const before = await audited();
    const results = await Promise.all(
      Array.from({ length: 8 }, () => createSubMerchant(roster, { ...roster, subMchid: '1900000001', values })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    for (const result of results) {
      if (!result.ok) expect(result.refusal).toMatchObject({ kind: 'conflict', rule: 'sub-merchant-exists' });
    }
    expect(await roster.db.subMerchant.count()).toBe(1);
    expect(await audited()).toBe(before + 1);
    const entry = await roster.db.auditEntry.findFirstOrThrow({
      where: { objectId: '1900000001' },
      orderBy: { id: 'desc' },
    });
    auditEvent.parse({ action: entry.action, ...(entry.data as object) });
    expect(JSON.stringify(entry.data)).not.toContain('12345678');
    const row = await held('1900000001');
    expect(row).toMatchObject({ name: 'Café Lantern', source: 'by-hand', h5State: 'UNKNOWN', version: 1 });
    expect(openRecord(row, roster.vault).personal).toEqual({ 'contact.phone': '+85212345678' });
    expect(Buffer.from(row.personal).includes('12345678')).toBe(false);
  });

  it('keeps a name composed, and finds it in either form (bug-text-05)', async () => {
    const name = 'Café Kite';
    for (const [subMchid, form] of [
      ['1900000001', 'NFD'],
      ['1900000002', 'NFC'],
    ] as const) {
      await createSubMerchant(roster, { ...roster, subMchid, values: { shortname: name.normalize(form) } });
      expect((await held(subMchid)).shortname).toBe(name.normalize('NFC'));
    }
    for (const form of ['NFC', 'NFD'] as const) {
      const filters = listFilters.parse({ q: 'café'.normalize(form) });
      const list = await listSubMerchants(roster.db, roster.connection.id, filters);
      expect(list.rows.map(({ subMchid }) => subMchid).sort()).toEqual(['1900000001', '1900000002']);
    }
  });

  it('refuses an e-mail and a phone with characters that cannot be seen, at their position (bug-text-04)', async () => {
    const hidden = { 'contact.email': '\u200bops@shop.example', 'contact.phone': '\u202a+852 2345 6789\u202c' };
    const created = await createSubMerchant(roster, { ...roster, subMchid: '1900000001', values: hidden });
    expect(created).toMatchObject({
      refusal: {
        issues: [
          { path: 'contact.phone', rule: 'invisible-character', params: { position: 1 } },
          { path: 'contact.email', rule: 'invisible-character', params: { position: 1 } },
        ],
      },
    });
    const view = await check(
      `sub_mchid,contact.email,contact.phone\n1,${hidden['contact.email']},${hidden['contact.phone']}`,
    );
    expect(remarks(view)).toEqual([
      [2, 'none', 'contact.phone:invisible-character', 'contact.email:invisible-character'],
    ]);
  });

  it('refuses what breaks a rule, and an id that no address can hold', async () => {
    const result = await createSubMerchant(roster, {
      ...roster,
      subMchid: '../x',
      values: { 'business.mcc': '74', office_phone: '123' },
    });
    expect(result).toMatchObject({
      ok: false,
      refusal: {
        kind: 'invalid',
        issues: [{ path: 'sub_mchid' }, { path: 'office_phone', rule: 'phone-needs-prefix' }, { path: 'business.mcc' }],
      },
    });
  });
});

describe('the dry run', () => {
  it('takes no value that a spreadsheet changed, and all the others (bug-csv-02)', async () => {
    const number = { registration_certificate_number: '00123456' };
    await createSubMerchant(roster, { ...roster, subMchid: '13', values: number });
    const view = await check(
      [
        'sub_mchid,office_phone,registration_certificate_number,registration_certificate_date',
        '11,85223456789,,',
        '9.00719925474099E+15,,,',
        '13,,123456,',
        '14,,,2030/1/1',
        '15,,,47484',
        '16,+85223456789,00123456,2030-01-01',
      ].join('\n'),
    );
    const changed = 'looks-changed-by-a-spreadsheet';
    expect(remarks(view)).toEqual([
      [2, 'none', `office_phone:${changed}`],
      [3, 'none', `sub_mchid:${changed}`],
      [4, 'none', `registration_certificate_number:${changed}`],
      [5, 'none', `registration_certificate_date:${changed}`],
      [6, 'none', `registration_certificate_date:${changed}`],
      [7, 'create', 'name:incomplete'],
    ]);
    expect((await apply(view.id)).outcome).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 5 });
    expect((await held('16')).record).toMatchObject({
      office_phone: '+85223456789',
      registration_certificate_number: '00123456',
    });
    expect((await held('13')).record).toEqual(number);
  });

  it('judges each row and changes nothing', async () => {
    await createSubMerchant(roster, {
      ...roster,
      subMchid: '1',
      values: { name: 'One', registration_certificate_number: '00123456' },
    });
    await createSubMerchant(roster, { ...roster, subMchid: '2', values: { name: 'Two' } });
    await createSubMerchant(roster, { ...roster, subMchid: '3', values: { name: 'Three' } });
    const reference = await lock('3');
    const before = await audited();
    const view = await check(
      [
        'sub_mchid,name,registration_certificate_number,contact.phone,h5_authorization_state,h5_domains,Remarks',
        '1,One,123456,,,,x',
        '2,Two,,,,,x',
        '3,Changed,,,,,x',
        '4,Four,,+852 1234 5678,APPROVED,pay.kite.example shop.kite.example,x',
        '5,=1+1,,85212345678,APPROVD,kite,x',
        '6,A,,,,,x',
        '6,B,,,,,x',
        ',No id,,,,,x',
        '7,too,few',
      ].join('\n'),
    );
    expect(view.unknownColumns).toEqual(['Remarks']);
    expect(view.counts).toEqual({ create: 1, update: 0, unchanged: 1, errors: 7, warnings: 2 });
    expect(remarks(view)).toEqual([
      [2, 'none', 'registration_certificate_number:looks-changed-by-a-spreadsheet'],
      [3, 'unchanged', 'shortname:incomplete'],
      [4, 'none', ':locked-by-open-request'],
      [5, 'create', 'shortname:incomplete'],
      [
        6,
        'none',
        'name:looks-like-a-formula',
        'contact.phone:looks-changed-by-a-spreadsheet',
        'h5_authorization_state:not-a-choice',
        'h5_domains:not-a-domain',
      ],
      [7, 'none', 'sub_mchid:duplicate-in-file'],
      [8, 'none', 'sub_mchid:duplicate-in-file'],
      [9, 'none', 'sub_mchid:required'],
      [10, 'none', ':wrong-number-of-cells'],
    ]);
    expect(view.rows[2]?.remarks[0]?.params).toEqual({ reference });
    expect(JSON.stringify(view)).not.toContain('12345678');
    expect(await audited()).toBe(before);
    expect(await roster.db.subMerchant.count()).toBe(3);
    const stored = await roster.db.importFile.findUniqueOrThrow({ where: { id: view.id } });
    expect(Buffer.from(stored.content ?? []).includes('Four')).toBe(false);
    expect(Buffer.from(stored.report ?? []).includes('Four')).toBe(false);
    expect(await getImport(roster, roster.connection.id, view.id)).toEqual(view);
  });

  it('can be thrown away', async () => {
    const { id } = await check('sub_mchid,name\n1,a');
    expect(await discardImport(roster, roster, id)).toEqual({ ok: true, value: null });
    expect(await applyImport(roster, roster, id)).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
  });

  it('refuses a file that is too large with both sizes (bug-upload-04)', async () => {
    const large = new Uint8Array(16 * 1024 * 1024 + 1);
    const result = await checkImport(roster, { ...roster, fileName: 'x', bytes: large });
    const issue = { path: 'file', rule: 'file-too-large', params: { size: 16.1, max: 16 } };
    expect(result).toEqual({ ok: false, refusal: { kind: 'invalid', issues: [issue] } });
  });

  it('refuses a file as a whole', async () => {
    const result = await checkImport(roster, { ...roster, fileName: 'x', bytes: Uint8Array.from([0xff, 0xfe, 0xfd]) });
    expect(result).toMatchObject({
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'file', rule: 'save-as-csv-utf-8' }] },
    });
  });
});

describe('applying', () => {
  const file = [
    'sub_mchid;name;contact.name;h5_authorization_state;h5_domains',
    '1;香港金龍;Sample Contact;APPROVED;pay.kite.example',
    '2;Two;;;',
    '3;=x;;;',
  ].join('\r\n');

  it('creates and updates with how "import", leaves out what is wrong, and does so once', async () => {
    const { id } = await check(file);
    const done = await apply(id);
    expect(done.outcome).toEqual({ created: 2, updated: 0, unchanged: 0, refused: 1 });
    expect(done.state).toBe('applied');
    const first = await held('1');
    expect(first).toMatchObject({
      h5State: 'APPROVED',
      h5StateHow: 'import',
      h5StateProof: id,
      domains: ['pay.kite.example'],
      source: 'import',
      searchText: '香港金龍\n',
    });
    const before = await audited();
    expect(await apply(id)).toEqual(done);
    expect(await audited()).toBe(before);
    expect(await held('1')).toEqual(first);

    const again = await bring(file);
    expect(again.outcome).toEqual({ created: 0, updated: 0, unchanged: 2, refused: 1 });
    const changed = await bring('sub_mchid,name,contact.name,contact.email\n1,,,contact@shop.example');
    expect(changed.outcome).toMatchObject({ updated: 1 });
    const row = await held('1');
    expect(row.version).toBe(first.version + 1);
    // An empty cell is "not told": nothing that is held is lost.
    expect(openRecord(row, roster.vault).personal).toEqual({
      'contact.name': 'Sample Contact',
      'contact.email': 'contact@shop.example',
    });
  });

  it('of a hundred rows leaves out the one that is wrong; corrected, the same file brings that one alone (bug-csv-05)', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => `${6001 + index},Name ${index + 1},+8522345${6001 + index}`);
    const file = (phone: string) =>
      ['sub_mchid,name,office_phone', ...rows.with(36, `6037,Name 37,${phone}`)].join('\r\n');
    const first = await bring(file('85223456037'));
    expect(first.outcome).toEqual({ created: 99, updated: 0, unchanged: 0, refused: 1 });
    expect(first.rows[36]).toMatchObject({ number: 38, subMchid: '6037', outcome: 'refused' });
    const before = await audited();
    const second = await bring(file('+85223456037'));
    expect(second.outcome).toEqual({ created: 1, updated: 0, unchanged: 99, refused: 0 });
    expect(second.rows[36]).toMatchObject({ subMchid: '6037', outcome: 'created' });
    // One entry for the row, one for the import.
    expect(await audited()).toBe(before + 2);
    expect(await roster.db.subMerchant.count({ where: { version: 1 } })).toBe(100);
  });

  it('goes on where it was stopped, also when two apply at once (bug-csv-05)', async () => {
    const rows = Array.from({ length: 900 }, (_, index) => `${5000 + index},Name ${index}`);
    const { id } = await check(`sub_mchid,name\n${rows.join('\n')}`);
    const before = await audited();
    let pieces = 0;
    const cutting = {
      ...roster,
      now: () => {
        pieces += 1;
        if (pieces === 2) throw new Error('stopped');
        return roster.now();
      },
    };
    await expect(applyImport(cutting, roster, id)).rejects.toThrow('stopped');
    expect(await roster.db.subMerchant.count()).toBe(500);
    const [one, two] = await Promise.all([apply(id), apply(id)]);
    expect(one.outcome).toEqual({ created: 900, updated: 0, unchanged: 0, refused: 0 });
    expect(two).toEqual(one);
    expect(await roster.db.subMerchant.count()).toBe(900);
    expect(await audited()).toBe(before + 901);
  });

  it('leaves out what moved since the dry run and what a request locked meanwhile', async () => {
    await bring('sub_mchid,name\n1,One\n2,Two');
    const { id } = await check('sub_mchid,name\n1,Uno\n2,Dos\n3,Tres');
    await bring('sub_mchid,name\n1,Eins');
    await lock('2');
    await createSubMerchant(roster, { ...roster, subMchid: '3', values: { name: 'Trois' } });
    const { rows, outcome } = await apply(id);
    expect(outcome).toEqual({ created: 0, updated: 0, unchanged: 0, refused: 3 });
    expect(rows.map((row) => row.remarks.find(({ severity }) => severity === 'error')?.rule)).toEqual([
      'changed-since-the-dry-run',
      'locked-by-open-request',
      'changed-since-the-dry-run',
    ]);
    expect((await held('1')).name).toBe('Eins');
    expect((await held('3')).name).toBe('Trois');
  });

  it('never replaces a state that the platform told', async () => {
    await bring('sub_mchid,h5_authorization_state\n1,APPROVED');
    await roster.db.subMerchant.updateMany({ data: { h5State: 'UNDER_PUNISHMENT', h5StateHow: 'answer' } });
    const view = await check('sub_mchid,h5_authorization_state,name\n1,APPROVED,New');
    expect(view.rows[0]?.remarks.map(({ rule }) => rule)).toContain('told-by-the-platform');
    await apply(view.id);
    expect(await held('1')).toMatchObject({ h5State: 'UNDER_PUNISHMENT', name: 'New' });
  });

  it('gives the file back with three columns more, inert, to the person who brought it', async () => {
    const { id } = await check(file);
    await apply(id);
    const result = await importResult(roster, roster, id);
    expect(result.ok && result.value.fileName).toBe('roster-result.csv');
    expect(result.ok && result.value.csv.slice(1).split('\r\n')).toEqual([
      'sub_mchid;name;contact.name;h5_authorization_state;h5_domains;outcome;column;reason',
      '1;香港金龍;Sample Contact;APPROVED;pay.kite.example;created;shortname;incomplete',
      '2;Two;;;;created;shortname;incomplete',
      "3;'=x;;;;refused;name;looks-like-a-formula",
      '',
    ]);
    const other = { ...roster, staff: { ...roster.staff, id: crypto.randomUUID() } };
    expect(await importResult(roster, other, id)).toMatchObject({ ok: false, refusal: { kind: 'conflict' } });
  });

  it('keeps a name of a file that can be written into a header, however long and strange it was (bug-upload-03)', async () => {
    const fileName = `首页 "a" 截图 ${'🧾'.repeat(300)}.csv`;
    const checked = await checkImport(roster, { ...roster, fileName, bytes: bytes('sub_mchid,name\n1,a') });
    const result = checked.ok ? await importResult(roster, roster, checked.value.id) : checked;
    if (!result.ok) throw new Error(JSON.stringify(result.refusal));
    expect(result.value.fileName.isWellFormed()).toBe(true);
    expect(decodeURIComponent(encodeURIComponent(result.value.fileName))).toMatch(/^首页 "a" 截图 🧾+-result\.csv$/u);
  });

  it('removes the file thirty days after it was applied, or only checked; hash, counts and rows stay', async () => {
    const { db } = roster;
    const text = 'sub_mchid,name\n2500000001,Harbour Kite\n';
    const sha256 = createHash('sha256').update(text).digest('hex');
    const applied = await bring(text);
    const checked = await check(text.replace('2500000001', '2500000002'));
    const daysOn = (days: number) => ({ db, now: () => new Date(roster.now().getTime() + days * 86_400_000) });
    await purgeKind(daysOn(29), 'import-files');
    expect(await getImport(roster, roster.connection.id, applied.id)).toMatchObject({ isFileHeld: true });

    expect((await purgeKind(daysOn(31), 'import-files')).purged).toBeGreaterThanOrEqual(2);
    expect(await db.importFile.count({ where: { content: { not: null } } })).toBe(0);
    expect(await getImport(roster, roster.connection.id, applied.id)).toEqual({
      ...applied,
      sha256,
      isFileHeld: false,
    });
    expect(await getImport(roster, roster.connection.id, checked.id)).toMatchObject({
      state: 'checked',
      isFileHeld: false,
      rows: checked.rows,
    });
    expect(await applyImport(roster, roster, checked.id)).toEqual({ ok: false, refusal: { kind: 'not-found' } });
    expect(await importResult(roster, roster, applied.id)).toEqual({ ok: false, refusal: { kind: 'not-found' } });
    expect((await purgeKind(daysOn(31), 'import-files')).purged).toBe(0);
  });

  it('takes 5,000 rows in seconds of work', { timeout: 120_000 }, async () => {
    const header = [
      'sub_mchid',
      'name',
      'office_phone',
      'contact.name',
      'contact.phone',
      'contact.email',
      'merchant_type',
      'business.mcc',
    ];
    const rows = Array.from({ length: 5000 }, (_, index) =>
      [
        7_000_000 + index,
        `Name ${index} 金龍`,
        `+8522${String(index).padStart(7, '0')}`,
        'Sample Contact',
        '+85212345678',
        `c${index}@shop.example`,
        'ENTERPRISE',
        '5942',
      ].join(','),
    );
    const before = process.cpuUsage();
    const view = await check([header.join(','), ...rows].join('\n'));
    const done = await apply(view.id);
    const { user } = process.cpuUsage(before);
    expect(done.outcome).toEqual({ created: 5000, updated: 0, unchanged: 0, refused: 0 });
    // Processor time, because what else runs on the machine makes the clock mean nothing.
    expect(user / 1e6).toBeLessThan(20);
  });
});

describe('the export', () => {
  it('tells no personal value, is inert, and changes nothing when it comes back', async () => {
    await bring(
      [
        'sub_mchid,name,shortname,office_phone,contact.name,contact.phone,business.store_photos,h5_authorization_state,h5_domains',
        `1,'=1+1,"a,""b""",+85212345678,Sample Contact,+85298765432,"[""p1"",""p2"",""p3""]",APPROVED,pay.kite.example shop.kite.example`,
        '2,-Kite,,,,,,,',
        "3,'-Kite,,,,,,,",
      ].join('\n'),
    );
    let text = '';
    for await (const part of exportSubMerchants(roster, { ...roster, filters: listFilters.parse({}) })) text += part;
    expect(text).not.toMatch(/Sample|98765432|contact\./);
    const table = readCsv(bytes(text));
    if (!table.ok) throw new Error(table.issue.rule);
    const [row] = table.table.rows;
    expect(row?.cells.slice(0, 4)).toEqual(['1', "'=1+1", 'a,"b"', '+85212345678']);
    expect(readCell('name', row?.cells[1] ?? '')).toEqual({ text: '=1+1' });
    const back = await check(text);
    expect(back.rows.map(({ deed }) => deed)).toEqual(['unchanged', 'unchanged']);
    const entry = await roster.db.auditEntry.findFirstOrThrow({
      where: { action: 'sub-merchant.exported' },
      orderBy: { id: 'desc' },
    });
    expect(entry.data).toEqual({ rows: 2, filters: {} });
  });

  it('keeps every digit of an id beyond 2^53, from the file to the list, the links and back (bug-numbers-dates-money-01)', async () => {
    const ids = ['9007199254740992', '9007199254740993'];
    await bring(`sub_mchid,name\n${ids.map((id) => `${id},Name ${id.slice(-1)}`).join('\n')}`);
    const list = await listSubMerchants(roster.db, roster.connection.id, listFilters.parse({ q: '9007199254740993' }));
    expect(list.rows.map(({ subMchid, name }) => [subMchid, name])).toEqual([['9007199254740993', 'Name 3']]);
    expect(paths.subMerchant('ways', '9007199254740993')).toBe('/c/ways/sub-merchants/9007199254740993');
    let text = '';
    for await (const part of exportSubMerchants(roster, { ...roster, filters: listFilters.parse({}) })) text += part;
    for (const id of ids) expect(text).toContain(`\n${id},Name ${id.slice(-1)}`);
    expect((await check(text)).rows.map(({ deed, subMchid }) => [deed, subMchid]).sort()).toEqual(
      ids.map((id) => ['unchanged', id]),
    );
  });

  it('holds exactly the filtered rows, more than one piece of them', { timeout: 60_000 }, async () => {
    const rows = Array.from(
      { length: 2100 },
      (_, index) => `${5000 + index},Name ${index},${index % 2 ? 'APPROVED' : 'REJECTED'}`,
    );
    await bring(`sub_mchid,name,h5_authorization_state\n${rows.join('\n')}`);
    let text = '';
    for await (const part of exportSubMerchants(roster, {
      ...roster,
      filters: listFilters.parse({ state: 'REJECTED' }),
    }))
      text += part;
    expect(text.trimEnd().split('\r\n')).toHaveLength(1051);
  });
});
