import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect, onTestFinished, test } from 'vitest'
import type { TaskArgs, TaskName } from '../../../src/cli/tasks.ts'
import { lineKey, type OperatorLine } from '../../../src/domain/operator-lines.ts'
import { longTasks, shortTasks } from '../../../src/tasks.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { audited } from '../../support/audited.ts'

/** Everything that an operator does is audited (contract §1): each task only shows something, or leaves an entry. */

/** They change nothing. Those that show people are audited by their names (`LOOKING`), or by the gate. */
const READS = `
  access-request.check access-request.list access-request.show anchor.status anchor.verify
  appearance.show audit audit.writers backup.disks backup.key-allowed backup.possible-place
  backup.read backup.suspension chore.checks chore.list chore.output clock.status cooperative.founded
  credential.list delegation.check delegation.list device.enrolment device.list device.list-of
  device.show device.take-in-from doctor entry.currency export.closed feed.list first-day grant.check
  grant.due grant.has-paper grant.held grant.list grant.readers grant.receipt import.held
  import.people import.secret lot.drawn lot.origin map.background member.seen member.statement
  message.list notifications.list objection.check objection.list party.alike party.claiming party.list
  party.member party.names party.others party.phone party.resolve party.statement payment.account
  payment.list payment.list-key payment.lists payment.named payment.open-debts payment.waiting
  payment.waiting-count plot.under point.list receipt.make receipt.printed record.confirmations
  record.current record.forks record.get record.picture record.recent record.show record.usual
  record.versions record.warnings record.wrong-days registry.list report.days report.deliveries
  report.payments report.season report.seasons report.unconfirmed settings.chosen staff.list status
  subject-access.answered subject-access.list subject-access.party time tls.status voucher.out
  voucher.signers
`
/** They add an act or a record to the log, or run on the machine, and audit it under the name of that act. */
const AUDITED_AS_ACTS = `
  party.add party.merge party.different credential.issue credential.revoke lender.invite device.enrol
  device.name device.revoke device.take-in staff.add staff.role staff.reset staff.end grant.record
  grant.revoke delegation.record delegation.revoke access-request.match access-request.grant access-request.refuse objection.withdraw subject-access.open record.append record.append-all party.messages
  payment.lend export.begin registry.add registry.add-all notifications.told backup.key backup.begin
  backup.end backup.prune backup.pruned backup.restored backup.confirm chore.start chore.stop
  cooperative.found device.take-in-photograph evidence.keep plot.screening objection.lodge anchor.run
  tls.init clock.confirm settings.choose backup.place feed.send feed.send-with feed.end
  appearance.change
`
const namesIn = (text: string): string[] => text.trim().split(/\s+/)

const line: OperatorLine = {
  ...{ row: 2, reference: '', phone: '+256772123456', state: 'paid', transaction: 'T1' },
  ...{ amount: { amount_minor: 5, currency: 'UGX' }, time: null, fee: null, note: '' },
}
const listId = uuidv7()
const list = { id: listId, made_at: '2026-06-01T00:00:00.000Z', payer: uuidv7(), lines: [], left_out: [] }
const done = <T extends TaskName>(task: T, args: TaskArgs<T>): [TaskName, object] => [task, args]

/** What is kept beside the log, and what is sent: in an order in which each can be done. */
const BESIDE_THE_LOG: readonly [TaskName, object][] = [
  done('message.pause', {}),
  done('message.resume', { party: null }),
  done('message.resume', { party: '17' }),
  done('message.try', { number: '+256700111222' }),
  done('notice.try', {}),
  done('first-day.over', {}),
  done('point.save', { point: { name: 'Bugisu' } as never }),
  done('point.remove', { name: 'Bugisu' }),
  done('payment.keep-list', list),
  done('payment.drop-list', { id: listId }),
  done('payment.wait', {
    ...{ key: 'x', file: 'a.csv', left: [{ line, reason: 'refused' }], decided: [], isUnfinished: true },
  }),
  done('payment.decide', { key: lineKey(line), how: 'recorded' }),
  done('payment.finished', { key: 'x' }),
]

test('every task only shows something, or is tried here, or writes to the log', () => {
  const known = [...namesIn(READS), ...namesIn(AUDITED_AS_ACTS), ...BESIDE_THE_LOG.map(([task]) => task)]
  const all = Object.keys({ ...shortTasks, ...longTasks })
  expect([...new Set(known)].sort()).toEqual(all.sort())
})

test('what an operator changes beside the log, or sends, is audited with their name', async () => {
  const a = await makeAppliance({ notice: '/bin/true' })
  onTestFinished(() => a.close())
  const file = join(a.data, 'messages-gateway.json')
  writeFileSync(file, JSON.stringify({ kind: 'print', folder: a.data }))
  Object.assign(a.kernel.config, { messages: file })
  const grace = await a.party('person', 'Grace', { member_no: '17' })
  const entries = () => audited(a.kernel.store.db)
  for (const [task, args] of BESIDE_THE_LOG) {
    const before = entries().length
    await a.tasks.run(task, 'okello', args as never)
    const [entry, ...more] = entries().slice(before)
    expect([entry?.action, entry?.outcome, more], task).toEqual([task, 'done', []])
    expect(entry?.detail, task).toMatchObject({ operator: 'okello' })
    const isOfGrace = 'party' in args && args.party !== null
    expect(entry?.detail?.looked_up, task).toBe(isOfGrace ? a.kernel.store.parties.find(grace.id) : undefined)
  }
})
