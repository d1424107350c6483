import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '../../../../src/base/version.ts'
import { dataFiles } from '../../../../src/config/config.ts'
import { LAWFUL_BASES } from '../../../../src/domain/shapes.ts'
import { SCHEMA_VERSION } from '../../../../src/store/file/upgrades.ts'
import { tellHistory } from '../../../support/appliance/metrics/history-told-again.ts'
import { families, scraped, values } from '../../../support/appliance/metrics/scraping.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { bucketAt, raw } from '../../../support/evidence/objects/broken-servers.ts'
import { DAY_MS } from '../../../support/flows/help.ts'
import { soon } from '../../../support/soon.ts'

/** What a scrape tells: the specification's series, and the service's own beside them. */

const NAMED_BY_THE_SPECIFICATION = [
  'kernel_subject_access_requests_total',
  'kernel_subject_access_seconds_max',
  'kernel_subject_access_seconds_sum',
  'kernel_disclosure_notifications_outstanding',
  'kernel_disclosure_notification_oldest_seconds',
  'kernel_records_by_lawful_basis',
  'kernel_financial_records_without_special_consent',
  'kernel_standing_objections',
  'kernel_objections_by_effect',
  'kernel_assumed_conversion_share',
  'kernel_normalized_kg_total',
  'kernel_thin_sample_kg_total',
  'kernel_delegations_total',
  'kernel_delegated_records_total',
  'kernel_anchor_configured',
  'kernel_anchor_root_age_days',
  'kernel_anchor_unanchored_age_days',
  'kernel_anchor_batches_pending',
  'kernel_anchor_batches_failed',
  'kernel_anchor_stale',
]
const OWN = [
  'granary_build_info',
  'granary_database_ok',
  'granary_last_commit_ok',
  'granary_clock_ok',
  'granary_object_store_ok',
  'granary_disk_free_bytes',
  'granary_disk_reserve_bytes',
  'granary_figures_ready',
  'granary_subject_access_oldest_open_seconds',
  'granary_backup_configured',
  'granary_backup_age_seconds',
  'granary_certificate_expires_timestamp_seconds',
  'granary_office_sessions',
  'granary_writer_queue_jobs',
  'granary_rows_in_memory',
  'granary_connections',
  'granary_connections_limit',
  'granary_unread_bytes',
  'granary_unread_bytes_limit',
  'granary_connections_refused_total',
  'granary_office_sign_ins_refused_total',
  'granary_http_request_duration_seconds',
]

/** Whatever stands in one scrape of every appliance, by basis and effect. */
const basis = (name: string, financial: boolean) =>
  `kernel_records_by_lawful_basis{basis="${name}",financial="${financial}"}`
const effect = (name: string) => `kernel_objections_by_effect{effect="${name}"}`

describe('on the first day', () => {
  let a: Appliance
  let told: Map<string, number>
  beforeAll(async () => {
    a = await makeAppliance({ minFreeBytes: '1000' })
    told = await values(a.app)
  })
  afterAll(() => a.close())

  test('every series of the specification is there, each a gauge with its help, and none but ours beside', async () => {
    const found = families(await scraped(a.app))
    const named = (prefix: string) => found.filter(({ name }) => name.startsWith(prefix))
    expect(named('kernel_').map(({ name }) => name)).toEqual(NAMED_BY_THE_SPECIFICATION)
    expect(named('granary_').map(({ name }) => name)).toEqual(OWN)
    for (const { name, help, type, samples } of named('kernel_')) {
      expect([name, type]).toEqual([name, 'gauge'])
      expect([name, help]).toEqual([name, expect.stringMatching(/^[A-Z].{20,}\.$/)])
      expect(samples.length, name).toBeGreaterThan(0)
    }
    const others = found.filter(({ name }) => !/^(kernel|granary|process|nodejs)_/.test(name))
    expect(others).toEqual([])
    expect(new Set(found.map(({ name }) => name)).size).toBe(found.length)
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(found.map((family) => family.name)).toContain(name)
  })
  test('ages with nothing to age and shares of nothing are NaN, and so written', async () => {
    const text = await scraped(a.app)
    for (const name of [
      'kernel_subject_access_seconds_max',
      'kernel_disclosure_notification_oldest_seconds',
      'kernel_assumed_conversion_share',
      'kernel_anchor_root_age_days',
      'granary_subject_access_oldest_open_seconds',
      'granary_backup_age_seconds',
    ])
      expect(text).toContain(`\n${name} NaN\n`)
    expect(told.get('kernel_subject_access_seconds_sum')).toBe(0)
  })
  test('all nine grounds and all five effects are there from the start', () => {
    for (const ground of LAWFUL_BASES)
      for (const financial of [true, false])
        expect(told.get(basis(ground, financial)), ground).toBe(
          ground === 'contract_performance' && !financial ? 1 : 0,
        )
    const effects = [...told].filter(([series]) => series.startsWith('kernel_objections_by_effect'))
    expect(effects.map(([, count]) => count)).toEqual([0, 0, 0, 0, 0])
  })
  test('how the service stands is told', () => {
    const state = Object.fromEntries(told)
    expect(state).toMatchObject({
      granary_database_ok: 1,
      granary_last_commit_ok: 1,
      granary_clock_ok: 1,
      granary_object_store_ok: 1,
      granary_disk_reserve_bytes: 1000,
      granary_backup_configured: 0,
      granary_writer_queue_jobs: 0,
    })
    expect(state.granary_disk_free_bytes).toBeGreaterThan(1_000_000)
    expect(state.granary_rows_in_memory).toBeGreaterThan(0)
    const build = [...told.keys()].find((series) => series.startsWith('granary_build_info'))
    expect(build).toContain(`version="${VERSION}",node="${process.versions.node}",sqlite="3.`)
    expect(build).toContain(`schema="${SCHEMA_VERSION}"`)
  })
  test('since nothing is published, everything has been unanchored since the first entry', async () => {
    expect(told.get('kernel_anchor_unanchored_age_days')).toBe(0)
    a.clock.nowMs += 3.5 * DAY_MS
    expect((await values(a.app)).get('kernel_anchor_unanchored_age_days')).toBe(3.5)
  })
})

describe('a part that does not work', () => {
  const oks = async (a: Appliance) => {
    const told = await values(a.app)
    return ['database', 'last_commit', 'object_store'].map((part) => told.get(`granary_${part}_ok`))
  }
  test('is 0, and a scrape waits no longer for it than readiness does: an object store that is silent', async () => {
    const silent = await raw(() => {})
    expect(await oks(await makeAppliance(bucketAt(silent.port)))).toEqual([1, 1, 0])
    await silent.close()
  })
  test('is 0 until it works again: a database that another program holds', async () => {
    const a = await makeAppliance()
    await scraped(a.app)
    const other = new Database(dataFiles(a.kernel.config.data).database)
    other.exec('BEGIN IMMEDIATE')
    await soon(async () => expect(await oks(a)).toEqual([0, 0, 1]))
    other.close()
    expect(await oks(a)).toEqual([1, 1, 1])
    await a.close()
  })
})

describe('after a short history', () => {
  let a: Appliance
  let told: Map<string, number>
  beforeAll(async () => {
    a = await makeAppliance()
    await tellHistory(a)
    told = await values(a.app)
  })
  afterAll(() => a.close())
  const value = (series: string) => told.get(series)

  test('records are counted by their ground, all versions of them', () => {
    const grounds = {
      [basis('contract_performance', false)]: 4,
      [basis('consent', false)]: 12,
      [basis('legal_obligation', false)]: 1,
      [basis('special_data_consent', true)]: 3,
    }
    const held = [...told].filter(([series, n]) => series.startsWith('kernel_records_by') && n > 0)
    expect(Object.fromEntries(held)).toEqual(grounds)
    expect(value('kernel_financial_records_without_special_consent')).toBe(0)
  })
  test('kilograms, mandates, objections and words that are owed are those of the history', () => {
    const effects = ['out_of_scope', 'consent_only', 'exempt'].map((name) => [
      effect(`stopped_nothing_${name}`),
      0,
    ])
    expect(Object.fromEntries(told)).toMatchObject({
      kernel_normalized_kg_total: 90 + 73 + 540,
      kernel_thin_sample_kg_total: 73,
      kernel_assumed_conversion_share: expect.closeTo(90 / 703, 12),
      kernel_delegations_total: 2,
      kernel_delegated_records_total: 1,
      kernel_standing_objections: 2,
      [effect('stopped_some')]: 1,
      [effect('stopped_nothing_no_records')]: 2,
      ...Object.fromEntries(effects),
      kernel_disclosure_notifications_outstanding: 1,
      kernel_disclosure_notification_oldest_seconds: (11 * DAY_MS) / 1000,
    })
  })
  test('requests count with the time they took, the open one with the time it has waited so far', async () => {
    const day = DAY_MS / 1000
    expect(value('kernel_subject_access_requests_total')).toBe(3)
    expect(value('kernel_subject_access_seconds_sum')).toBe(0 + 2 * day + 10 * day)
    expect(value('kernel_subject_access_seconds_max')).toBe(10 * day)
    expect(value('granary_subject_access_oldest_open_seconds')).toBe(10 * day)
    a.clock.nowMs += DAY_MS
    const later = await values(a.app)
    expect(later.get('kernel_subject_access_seconds_sum')).toBe(13 * day)
    expect(later.get('kernel_subject_access_seconds_max')).toBe(11 * day)
    a.clock.nowMs -= DAY_MS
  })
  test('a clock that is set back makes no age negative', async () => {
    a.clock.nowMs -= 400 * DAY_MS
    for (const [series, age] of await values(a.app))
      if (/age|oldest|seconds_(sum|max)$/.test(series) && series.startsWith('kernel_'))
        expect(Number.isNaN(age) || age >= 0, series).toBe(true)
    a.clock.nowMs += 400 * DAY_MS
  })
})
