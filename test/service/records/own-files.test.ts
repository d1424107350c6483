import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'

/** Files of the data folder that a person or a disk made something else of. */

const a = await makeAppliance()

test.each([
  ['different-people.json', 'party.alike', ['', '{}', '[7]']],
  ['buying-points.json', 'point.list', ['[{"name":', 'null', '[null]']],
  ['waiting-payments.json', 'payment.waiting-count', ['rats', '{"lines":null}', '{"lines":["x"]}']],
] as const)('if %s is damaged, the fault names it', async (name, task, texts) => {
  const file = join(a.data, name)
  for (const text of texts) {
    writeFileSync(file, text)
    await expect(a.tasks.run(task, 'test', {})).rejects.toThrow(file)
  }
})
