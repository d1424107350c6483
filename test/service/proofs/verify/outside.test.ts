import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../../src/config/config.ts'
import { rawPublicKey, vkeyOf } from '../../../../src/domain/note.ts'
import { FolderPublisher } from '../../../../src/proofs/anchor/folder-publisher.ts'
import { Sending } from '../../../../src/proofs/anchor/sending.ts'
import { findOutside } from '../../../../src/proofs/verify/outside.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { temporaryFolder } from '../../../support/command.ts'
import { appended, harvestOf } from '../../../support/flows/help.ts'
import {
  altered,
  ended,
  kindsOf,
  look,
  putToRest,
  type Rest,
  told,
} from '../../../support/proofs/verify/scene.ts'
import { harvest, heavier, rebuildTree, rewrite } from '../../../support/proofs/verify/victim.ts'

/** What publishers have, compared with the log; several logs in one folder. */

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

const publisher = () => ({ kind: 'folder', path: folder }) as const

const opened = () => ended(makeAppliance())
function rest(a: Appliance): Rest {
  const resting = putToRest(a)
  onTestFinished(() => resting.end())
  return resting
}

async function publish(a: Appliance): Promise<string> {
  await a.kernel.ports.submit(() => a.kernel.anchors.makeBatch())
  const { store } = a.kernel
  expect(await new Sending(store, new FolderPublisher(folder)).send(true)).toBe('published')
  return store.anchors.newest()?.checkpoint as string
}

const restored = async (a: Appliance) => {
  const { run } = localTasks(a.kernel)
  if (a.kernel.store.backups.recipient === null)
    await run('backup.key', 'test', { recipient: 'age1xyz', replace: false })
  await run('backup.restored', 'test', { backup: '20260628t071500z-0123abcd', madeAtMs: a.clock.nowMs })
  await run('backup.confirm', 'test', {})
}

/** The file of the newest checkpoint of the newest life. */
function kept(a: Appliance): string {
  const own = join(folder, a.kernel.store.appliance.incarnation.toString('hex'))
  return join(own, readdirSync(own).sort().at(-1) as string)
}

test('another cooperative in the same folder: not looked at its newest, but at ours', async () => {
  const a = await opened()
  await publish(a)
  const other = await opened()
  await publish(other)
  const first = await look(rest(a).database, { publisher: publisher() })
  expect(told(first)).toEqual([])
  expect(first.unchecked).toEqual([expect.stringContaining('a name that this log never had')])
  expect(first.remarks.join()).toContain('was signed by the key of entry')
  const second = await look(rest(other).database, { publisher: publisher() })
  expect([told(second), second.unchecked]).toEqual([[], []])
})

test('a restore: what was published before it and after it is compared', async () => {
  const a = await opened()
  await publish(a)
  await restored(a)
  await publish(a)
  const report = await look(rest(a).database, { publisher: publisher() })
  expect([told(report), report.unchecked]).toEqual([[], []])
  expect(report.remarks.join()).toContain(`3 checkpoints in ${folder} were compared`)
})

test('a rewrite is found by what was kept of this life, though the newest was written over', async () => {
  const a = await opened()
  const early = await publish(a)
  await appended(a.cooperative, 'harvest', harvestOf(a.cooperative))
  await publish(a)
  const file = altered(rest(a), (db) => {
    const row = harvest(db)
    rewrite(db, row, heavier(row))
    rebuildTree(db)
    db.exec('DELETE FROM anchor_attempt; DELETE FROM anchor_batch')
  })
  writeFileSync(join(folder, 'checkpoint'), early)
  const report = await look(file, { publisher: publisher() })
  expect(report.faults.map(({ kind, where }) => [kind, where])).toEqual([['rewritten', kept(a)]])
})

test('receipts of a folder: the file is there and says the same', async () => {
  const a = await opened()
  await publish(a)
  const file = kept(a)
  const { database } = rest(a)
  const note = readFileSync(file, 'utf8')
  writeFileSync(file, note.replace('granary/', 'granary/'.toUpperCase()))
  expect(kindsOf(await look(database, { publisher: publisher() }))).toContain('receipt_differs')
  rmSync(file)
  const gone = await look(database, { publisher: publisher() })
  expect(told(gone)).toEqual([])
  expect(gone.unchecked).toEqual([expect.stringContaining('although published to a folder: 1 checkpoint,')])
})

test('receipts of a witness whose key nobody named are not taken for good, and what is no signature is none', async () => {
  const a = await opened()
  const note = await publish(a)
  const scene = rest(a)
  const withReceipt = (signature: string, by = 'example.org') =>
    look(
      altered(scene, (db) =>
        db.exec(
          `UPDATE anchor_attempt SET publisher = 'witness example.org', receipt = '— ${by} ${signature}\n'`,
        ),
      ),
      { published: [{ place: 'named', note }] },
    )
  const signature = Buffer.alloc(76).toString('base64')
  expect(kindsOf(await withReceipt('AAAA'))).toEqual(['receipt_differs'])
  expect(kindsOf(await withReceipt(signature, 'other.example'))).toEqual(['receipt_differs'])
  const report = await withReceipt(signature)
  expect(told(report)).toEqual([])
  expect(report.unchecked).toEqual([expect.stringContaining('1 receipt of the witness example.org')])
})

test('what was published and is not looked for is told', async () => {
  const a = await opened()
  const silent = await look(rest(a).database)
  expect([silent.unchecked, silent.remarks.join()]).toEqual([
    [],
    expect.stringContaining('no checkpoint outside'),
  ])
  const note = await publish(a)
  const { database } = rest(a)
  const report = await look(database)
  expect(report.unchecked).toEqual([expect.stringContaining('Roots of this log were published')])
  expect((await look(database, { published: [{ place: 'named', note }] })).unchecked).toEqual([])
})

test('a policy that cannot be used leaves something unchecked, with the remedy; one that can be used does not', async () => {
  const a = await opened()
  const { database } = rest(a)
  const path = join(folder, 'policy.txt')
  const unchecked = async () => {
    const config = readConfig({ data: a.data }, { GRANARY_ANCHOR_PUBLISHER: `policy:${path}` })
    const { publisher, badPolicy } = findOutside(config, undefined)
    return (await look(database, { publisher, badPolicy })).unchecked
  }
  const bad = [expect.stringMatching(/^The policy .*policy\.txt cannot be used: .*\. Correct the file/)]
  expect(await unchecked()).toEqual(bad)
  writeFileSync(path, 'witness\n')
  expect(await unchecked()).toEqual(bad)
  const vkey = vkeyOf(
    'witness.example',
    rawPublicKey(generateKeyPairSync('ed25519').publicKey),
    'cosignature/v1',
  )
  writeFileSync(path, `witness one ${vkey} http://127.0.0.1:1\nquorum one\n`)
  expect(await unchecked()).toEqual([])
})
