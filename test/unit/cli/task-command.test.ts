import { expect, test } from 'vitest'
import { firstDay, flag, oneOf, optional, orNull, required, wordList } from '../../../src/cli/asked.ts'
import { argsOf, asking } from '../../../src/cli/task-command.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { englishWords } from '../../../src/words/words.ts'

/** What is typed becomes the arguments of a task, by one declaration. */

const ASKED = {
  name: required('<name>', 'help.staff.add.name'),
  other: optional('[other]', 'help.staff.add.name'),
  memberNo: optional('--member-no <number>', 'help.party.add.memberNo'),
  record_types: required('--types <types>', 'help.party.add.region', wordList),
  from: orNull(optional('--from <date>', 'help.firstDay', firstDay)),
  until: orNull(optional('--until <date>', 'help.lastDay', firstDay)),
  role: oneOf('--role <role>', 'help.staff.theirRole', ['clerk', 'manager'], 'clerk'),
  qr: flag('--qr', 'help.device.enrol.qr'),
  field: flag('--field', 'help.device.enrol.field'),
}

/** As the parser hands them on. */
function read(...typed: string[]) {
  const command = asking('try', 'help.staff', ASKED, async () => null).exitOverride()
  let args: unknown
  command.action((...given) => {
    args = argsOf(ASKED, command.opts(), given.slice(0, -2), englishWords('Africa/Kampala'))
  })
  command.configureOutput({ writeErr: () => {} })
  command.parse(typed, { from: 'user' })
  return args
}

test('operands, flags with a value, words, days and flags without a value', () => {
  const typed = ['Grace', 'Peter', '--member-no', '71', '--types', 'harvest, lot,', '--qr']
  expect(read(...typed, '--role', 'manager', '--from', '2026-06-28')).toEqual({
    ...{ name: 'Grace', other: 'Peter', memberNo: '71', record_types: ['harvest', 'lot'] },
    ...{ from: '2026-06-27T21:00:00.000Z', until: null, role: 'manager', qr: true, field: false },
  })
})

test('what is not typed is left out, is null, or is what counts instead', () => {
  expect(read('Grace', '--types', 'lot')).toEqual({
    ...{ name: 'Grace', record_types: ['lot'], from: null, until: null },
    ...{ role: 'clerk', qr: false, field: false },
  })
})

test('what must be typed, and what is no choice, is refused by the parser; a wrong text by its kind', () => {
  for (const typed of [['Grace'], ['--types', 'lot'], ['Grace', '--types', 'lot', '--role', 'king']])
    expect(() => read(...typed), typed.join(' ')).toThrow(/required|missing|invalid/)
  expect(() => read('Grace', '--types', 'lot', '--from', 'someday')).toThrow(OperatorFault)
})

test('what is typed wrongly is told before a folder is opened', async () => {
  const open = () => {
    throw new Error('opened')
  }
  const tried = (from: string) => {
    const command = asking('try', 'help.staff', ASKED, async () => null)
    command.setOptionValue('open', open).setOptionValue('data', '/nowhere')
    return command.parseAsync(['Grace', '--types', 'lot', '--from', from], { from: 'user' })
  }
  await expect(tried('never')).rejects.toThrow('--from "never" is not a date')
  await expect(tried('2026-06-28')).rejects.toThrow('opened')
})
