import { expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

/** What is promised where nobody set anything else (contract §18 and §20). */

test('the limits are those of the contract', () => {
  const config = readConfig({ data: '/nowhere' }, {})
  expect(config).toMatchObject({
    maxRecordBytes: 65_536,
    maxBatchRecords: 1_000,
    maxBatchBytes: 8_388_608,
    maxJsonDepth: 32,
    maxPage: 500,
    maxChain: 64,
    maxChildren: 16,
    maxInputs: 256,
    registryPerMinute: 600,
    maxAccessRequests: 50,
    accessRequestsPerDay: 20,
    accessRequestDays: 30,
    grantRenewalDays: 365,
    recordsPerDay: 100_000,
    bytesPerDay: 268_435_456,
    readsPerSecond: 1_000,
    minFreeBytes: 268_435_456,
  })
})
