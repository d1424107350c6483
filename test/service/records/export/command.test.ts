import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Coop, cli, type Document, founded, json, temporaryFolder } from '../../../support/command.ts'
import { ask, filesIn } from '../../../support/records/export/duck.ts'

let coop: Coop
let bank: string

const party = async (kind: string, name: string, number: string): Promise<string> =>
  (await json('party', 'add', '--kind', kind, '--name', name, '--member-no', number, '--data', coop.data))
    .party

const delivered = (from: string, quantity: string, date: string, ...more: string[]): Promise<Document> =>
  json(
    ...['record', 'add', 'delivery', '--from', from, '--to', 'cooperative', '--crop', 'coffee_fresh_cherry'],
    ...['--quantity', quantity, '--date', date, '--basis', 'contract_performance', '--data', coop.data],
    ...more,
  )

const open = (subject: string): Promise<Document> =>
  json(
    ...['grant', 'record', '--subject', subject, '--grantee', bank, '--purpose', 'credit_assessment'],
    ...['--types', 'party,delivery', '--expires', '2099-01-01', '--channel', 'in_person'],
    ...['--data', coop.data],
  )

const exported = (out: string, ...more: string[]): Promise<Document> =>
  json('export', '--out', out, '--data', coop.data, ...more)

const forBank = ['--for', 'BANK', '--purpose', 'credit_assessment'] as const

beforeAll(async () => {
  coop = await founded()
  await party('person', 'Grace Nakato', '71')
  bank = await party('institution', 'Harvest Bank', 'BANK')
  await delivered('71', '120 kg', '2026-03-05')
  await delivered('71', '80.5 kg', '2026-03-20')
  await delivered('71', '60 kg', '2026-04-02')
})

describe('an export of the cooperative', () => {
  test('has a file for each type and month, a manifest, and the sums of the records', async () => {
    const out = join(temporaryFolder(), 'out')
    const said = await exported(out)
    expect(said.code).toBe(0)
    expect(filesIn(out).filter((name) => name.startsWith('delivery'))).toEqual([
      'delivery-2026-03.parquet',
      'delivery-2026-04.parquet',
    ])
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({
      for: coop.cooperative,
      purpose: 'cooperative_management',
      since: null,
      closed: null,
    })
    expect(Object.keys(manifest).sort()).toEqual(
      [...['for', 'purpose', 'since', 'made_at', 'log_size', 'root', 'checkpoint'], 'files', 'closed'].sort(),
    )
    for (const { name, type, month, rows, sha256, ...more } of manifest.files) {
      expect([name, more]).toEqual([`${type}-${month}.parquet`, {}])
      expect(sha256).toBe(
        createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex'),
      )
      expect(await ask(`SELECT count(*) AS rows FROM '${name}'`, out)).toEqual([{ rows }])
    }
    expect(manifest.checkpoint).toContain(`\n${manifest.log_size}\n${manifest.root}\n`)
    expect(await ask("SELECT sum(derived_kg) AS kg, count(*) AS n FROM 'delivery-*.parquet'", out)).toEqual([
      { kg: 260.5, n: 3 },
    ])
    expect(statSync(out).mode & 0o777).toBe(0o700)
    for (const name of filesIn(out)) expect(statSync(join(out, name)).mode & 0o777).toBe(0o600)
    expect(existsSync(join(out, '.unfinished'))).toBe(false)
  })

  test('has the types of the API, as DuckDB takes them', async () => {
    const out = join(temporaryFolder(), 'out')
    await exported(out)
    const described = await ask("DESCRIBE SELECT * FROM 'delivery-*.parquet'", out)
    expect(
      Object.fromEntries(described.map(({ column_name, column_type }) => [column_name, column_type])),
    ).toMatchObject({
      ...{ id: 'VARCHAR', occurred_at: 'TIMESTAMP WITH TIME ZONE', received_at: 'TIMESTAMP WITH TIME ZONE' },
      ...{ quantity_value: 'DOUBLE', quantity_unit: 'VARCHAR', plot_ids: 'VARCHAR[]' },
      ...{ agreed_price_amount_minor: 'BIGINT', derived_confirmation_confirmed: 'BOOLEAN' },
      ...{ derived_kg: 'DOUBLE', derived_flags: 'VARCHAR[]', derived_redacted: 'JSON' },
    })
  })

  test('with --since leaves earlier months as the folder has them', async () => {
    const out = join(temporaryFolder(), 'out')
    await exported(out)
    const before = statSync(join(out, 'delivery-2026-03.parquet'))
    await delivered('71', '5 kg', '2026-03-21')
    await delivered('71', '7 kg', '2026-04-03')
    const said = await exported(out, '--since', '2026-04-20')
    expect(said.since).toBe('2026-04-01T00:00:00.000Z')
    expect(statSync(join(out, 'delivery-2026-03.parquet')).ino).toBe(before.ino)
    const kg =
      "SELECT month(occurred_at) AS m, sum(derived_kg) AS kg FROM 'delivery-*.parquet' GROUP BY m ORDER BY m"
    expect(await ask(kg, out)).toEqual([
      { m: 3, kg: 200.5 },
      { m: 4, kg: 67 },
    ])
    await exported(out)
    expect(await ask(kg, out)).toEqual([
      { m: 3, kg: 205.5 },
      { m: 4, kg: 67 },
    ])
    const first = await exported(join(temporaryFolder(), 'out'), '--since', '2026-04-20')
    expect(first.files.map(({ name }: Document) => name)).not.toContain('delivery-2026-03.parquet')
  })
})

describe('an export for another party', () => {
  test('needs a token of that party, has what its subjects opened, and is a disclosure to it', async () => {
    const out = join(temporaryFolder(), 'out')
    const early = await cli('export', '--out', out, ...forBank, '--data', coop.data)
    expect(early.code).toBe(1)
    expect(early.err).toContain('has no token that may read')
    await json('credential', 'issue', '--party', 'BANK', '--kind', 'reader', '--data', coop.data)

    const nothing = await exported(out, ...forBank)
    expect(nothing.files.map(({ type }: Document) => type)).not.toContain('delivery')
    const grant = (await open('71')).id
    const opened = await exported(out, ...forBank)
    expect(opened.closed.rows).toBe(0)
    const deliveries = await ask("SELECT id FROM 'delivery-*.parquet' ORDER BY id", out)
    expect(deliveries.length).toBeGreaterThanOrEqual(3)

    const asked = await json('subject-access', 'open', '--party', '71', '--data', coop.data)
    const answer = await json('subject-access', 'answer', asked.id, '--data', coop.data)
    expect(answer.disclosures).toContainEqual(
      expect.objectContaining({ to: bank, purpose: 'credit_assessment', grant_id: grant }),
    )

    await json('grant', 'revoke', grant, '--data', coop.data)
    const later = await exported(out, ...forBank, '--since', '2099-01-01')
    const closed = await ask("SELECT id, type FROM 'closed.parquet' ORDER BY id", out)
    expect(closed.filter(({ type }) => type === 'delivery').map((row) => ({ id: row.id }))).toEqual(
      deliveries,
    )
    expect(later.closed.rows).toBe(closed.length)
    expect(filesIn(out).filter((name) => name.startsWith('delivery'))).toEqual([])
  })
})

describe('a folder that cannot be used', () => {
  test('one that holds other files is refused', async () => {
    const out = temporaryFolder()
    writeFileSync(join(out, 'notes.txt'), 'x')
    const said = await cli('export', '--out', out, '--data', coop.data)
    expect([said.code, said.err]).toEqual([1, expect.stringContaining('is not empty')])
  })

  test('one of another party, one whose files were changed, wrong words', async () => {
    const out = join(temporaryFolder(), 'out')
    await exported(out)
    await json('credential', 'issue', '--party', 'BANK', '--kind', 'reader', '--data', coop.data)
    const other = await cli('export', '--out', out, ...forBank, '--data', coop.data)
    expect(other.err).toContain('another party')
    writeFileSync(join(out, 'delivery-2026-03.parquet'), 'PAR1')
    const changed = await cli('export', '--out', out, '--data', coop.data)
    expect(changed.err).toContain('is not as the last export left it')
    const half = await cli('export', '--out', out, '--for', 'BANK', '--data', coop.data)
    expect(half).toMatchObject({ code: 2 })
    const date = await cli('export', '--out', out, '--since', 'soon', '--data', coop.data)
    expect(date).toMatchObject({ code: 2 })
    const nobody = await cli('export', '--out', out, '--for', '999', '--purpose', 'x_y', '--data', coop.data)
    expect(nobody.err).toContain('"999" is not a known id or member number')
  })
})
