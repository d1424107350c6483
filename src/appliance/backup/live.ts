import { must } from '../../base/typed.ts'
import { formatInstant } from '../../domain/time.ts'
import { lapseOf } from '../../store/acts/credentials.ts'
import type { MachineKernel } from '../kernel.ts'

/** Limit for the rows of one kind. */
const COUNTED = 1_000_000

/**
 * Everything that permits or forbids something, now or later. It becomes valid again when an operator confirms a restore.
 * The operator compares it with paper, so it includes people's names.
 */
export function liveThings({ store, people, devices }: MachineKernel) {
  const { nowMs } = store.writer
  const idOf = (seq: number): string => must(store.acts.bySeq(seq)?.id)
  const party = (n: number) => ({ party: store.parties.id(n), name: people.facts(n).called })
  return {
    credentials: store.credentials
      .all()
      // A device's own credentials are listed with the device.
      .filter((row) => row.kind !== 'device' && lapseOf(row, nowMs) === null)
      .map(({ seq, party: of, kind, expiresAt }) => ({
        id: idOf(seq),
        of: party(of),
        kind,
        expires_at: expiresAt === null ? null : formatInstant(expiresAt),
      })),
    devices: [...devices.all()]
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ device, view }) => ({ id: view.id, of: party(device.party), name: view.name })),
    grants: store.consents
      .grantsEnding(nowMs, Number.MAX_SAFE_INTEGER, COUNTED)
      .map(({ seq, subject, grantee, purpose, validFrom, expiresAt }) => ({
        id: idOf(seq),
        of: party(subject),
        to: party(grantee),
        purpose,
        valid_from: formatInstant(validFrom),
        expires_at: formatInstant(expiresAt),
      })),
    mandates: store.delegations
      .notOver(nowMs)
      .map(({ seq, principal, delegate, acts, validFrom, validUntil }) => ({
        id: idOf(seq),
        of: party(principal),
        to: party(delegate),
        acts: acts.split(' '),
        valid_from: formatInstant(validFrom),
        valid_until: formatInstant(validUntil),
      })),
    // The backup does not contain later decisions on these requests, or withdrawals.
    requests: store.accessRequests.waiting(nowMs, null, COUNTED).map(({ seq, asker, lapsesAt }) => ({
      id: idOf(seq),
      by: party(asker),
      lapses_at: formatInstant(lapsesAt),
    })),
    objections: store.consents.standingObjections().map(({ seq, subject, purposes }) => ({
      id: idOf(seq),
      of: party(subject),
      purposes,
    })),
    // With the roles and passwords that they had.
    staff: store.staff
      .all()
      .filter(({ endedAt }) => endedAt === null)
      .map(({ id, name, role }) => ({ id, name, role })),
  }
}
