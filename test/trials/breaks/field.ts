import type { Break } from './break.ts'

/** The page for phones, the clock, and messages to members. */
export const OF_FIELD_AND_MACHINE: readonly Break[] = [
  {
    file: 'clients/field/rules/acts.ts',
    text: "isChangeable(entry) && entry.state !== 'rejected' && entry.record.supersedes !== undefined",
    by: 'isChangeable(entry) && entry.record.supersedes !== undefined',
    promise: 'Undoing is offered only of a correction that was not sent and not refused.',
  },
  {
    file: 'clients/field/rules/acts.ts',
    text: "if (is === 'taken_back') return { ...NONE, correct: key, takeBack: key, onto: 'nothing' }\n",
    by: '',
    promise: 'A rejected correction of what was taken back becomes a record of its own.',
  },
  {
    file: 'clients/field/rules/acts.ts',
    text: "if (record.type === 'retraction' || !isOurs(chain)) return NONE",
    by: "if (record.type === 'retraction') return NONE",
    promise: 'A phone offers no correction of another party’s record.',
  },
  {
    file: 'clients/field/rules/acts.ts',
    text: 'if (entry !== undefined && isChangeable(entry))\n',
    by: 'if (entry !== undefined && entry.mayBeSent)\n',
    promise: 'A correction that is not kept and was never sent goes from the phone.',
  },
  {
    file: 'clients/field/rules/acts.ts',
    text: ".filter(([id, standing]) => standing === 'forked' && !above.has(id))",
    by: ".filter(([, standing]) => standing === 'forked')",
    promise: 'What is kept of contradicting corrections is not taken back with the others.',
  },
  {
    file: 'clients/field/rules/confirmer.ts',
    text: "if (state === 'draft' || state === 'rejected' || !isCounting(chain, record.id)) return null",
    by: "if (state === 'draft' || state === 'rejected') return null",
    promise: 'Only the version that counts is confirmed on a phone.',
  },
  {
    file: 'clients/field/rules/confirmer.ts',
    text: 'if (!isAsShown || isTooEarly(shown, since)) return null',
    by: 'if (isTooEarly(shown, since)) return null',
    promise: 'A person confirms what they saw and nothing else.',
  },
  {
    file: 'clients/field/rules/confirmer.ts',
    text: ": { type: 'payment_confirmation', ...said, payment_id: id }",
    by: ": { type: 'delivery_confirmation', ...said, delivery_id: id }",
    promise: 'A payment is confirmed as a payment.',
  },
  {
    file: 'domain/clock.ts',
    text: 'export const STEP_MS = 3_600_000',
    by: 'export const STEP_MS = 3 * 3_600_000',
    promise: 'A running clock that is set ahead by two hours is doubted.',
  },
  {
    file: 'domain/clock.ts',
    text: 'leewayMs: FURTHEST_MS, isDoubted: false }, reading)',
    by: 'leewayMs: STEP_MS, isDoubted: false }, reading)',
    promise: 'A machine that was off for a month is not doubted at its start.',
  },
  {
    file: 'domain/messages/sending.ts',
    text: "if (outcome.pauses) return 'unreached'\n",
    by: '',
    promise: 'A message that a gateway without credit refuses was not tried.',
  },
  {
    file: 'appliance/backup/retention.ts',
    text: 'const whole = ours.filter(({ isWhole }) => isWhole)',
    by: 'const whole = ours',
    promise: 'Days are counted back from the newest whole backup, whatever a broken one says.',
  },
]
