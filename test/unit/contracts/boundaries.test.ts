import { expect, test } from 'vitest'
import type { TlsPorts } from '../../../src/appliance/tls/tls-routes.ts'
import type { LenderPorts } from '../../../src/lender/routes.ts'
import type { LenderPagePorts } from '../../../src/office/lenders/lender-routes.ts'
import type { RootPorts } from '../../../src/proofs/anchor/anchors-routes.ts'
import type { Gate, Requester } from '../../../src/records/gate/gate.ts'
import type { Intake } from '../../../src/records/intake/intake.ts'
import type { IntakePorts } from '../../../src/records/ports.ts'
import type { ChangesStore } from '../../../src/records/sync/changes.ts'
import type { OutboxStore } from '../../../src/records/sync/outbox.ts'
import type { SyncPorts } from '../../../src/records/sync/sync-routes.ts'
import type { StoredRecord } from '../../../src/store/log/records.ts'

/**
 * What the compiler holds every room to. Nothing here is run: where one of these lines begins to compile, the check of types
 * fails, because an error that is expected is missing.
 */
const forbidden = {
  aRouteReachesRowsOnlyThroughAReader({ gate }: IntakePorts, whole: Gate) {
    // @ts-expect-error the gate hands out no store
    gate.store
    // @ts-expect-error nor to anybody else
    whole.store
    // @ts-expect-error what it is made of is its own
    whole.core
  },

  theSyncRoomReachesNoRows(ports: SyncPorts, store: ChangesStore, outbox: OutboxStore) {
    // @ts-expect-error its routes hold no store
    ports.store
    // @ts-expect-error the change feed asks the store for its cursor key and its visits, and for no record
    store.records
    // @ts-expect-error nor for what came when
    store.changes.of
    // @ts-expect-error batches go in by the intake, and nothing comes out
    outbox.records
  },

  theLenderViewReachesOnlyThePublicApi(ports: LenderPorts) {
    // @ts-expect-error it has no gate: what it shows comes from the public API
    ports.gate
    // @ts-expect-error and no store
    ports.store
  },

  roomsThatIdentifyNobodyReachOnlyWhatTheyShow(pages: LenderPagePorts, roots: RootPorts, tls: TlsPorts) {
    // @ts-expect-error a person who is signed out issues no credential
    pages.credentials.issue
    // @ts-expect-error no page needs a secret
    pages.config.s3SecretKey
    // @ts-expect-error roots of the log are read without records
    roots.gate
    // @ts-expect-error the certificate is read, and no key
    tls.tls.startServing
  },

  aReceiptShowsNobodyElsesRecord(gate: Gate, intake: Intake, requester: Requester, others: StoredRecord) {
    // @ts-expect-error only the intake makes what a receipt is given for
    gate.receipt(requester, { status: 'replayed', record: others })
    // @ts-expect-error its parts are read-only, too
    intake.append(requester as never, {} as never).record = others
  },
}

test('what rooms must not reach is named here for the compiler', () => {
  expect(Object.keys(forbidden)).toHaveLength(5)
})
