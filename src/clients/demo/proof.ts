import { parseVkey } from '../../domain/note.ts'
import { checkProof } from '../../domain/proof-file.ts'
import type { View } from '../../domain/shapes.ts'
import type { AnchorKey, AnchorRoots, InclusionProof } from '../../proofs/anchor/anchor-shapes.ts'
import { claim, parsed, type RecordReply } from './client.ts'
import type { Cast, Scene } from './scene.ts'
import { count } from './words.ts'
import { GRACE, PURPOSE } from './world.ts'

/** Proves a record to an outsider; the proof fails for a changed record. */

export async function prove(scene: Scene, cast: Cast, delivery: RecordReply): Promise<void> {
  const { stage, client, operator } = scene
  stage.begin('proof', 'A record is proved to a doubter')
  await operator.fixRoot()
  const anybody = async <T>(path: string) =>
    parsed<T>(await client.request('GET', path, null), 200, `GET ${path}`)
  const { vkey } = await anybody<AnchorKey>('/v1/anchors/key')
  const proof = await cast.grace.read<View<typeof InclusionProof>>(
    `/v1/records/${delivery.id}/proof?purpose=${PURPOSE}`,
  )
  const key = parseVkey(vkey)
  const holds = checkProof(proof, key).proved
  claim('the proof holds', holds)
  const rounder = { ...proof, record: { ...proof.record, note: 'another one' } }
  const forged = checkProof(rounder, key)
  claim('a changed record is detected', !forged.proved)
  const { roots } = await anybody<AnchorRoots>('/v1/anchors/roots')
  stage.print(
    `The service makes a root over all its ${count(proof.tree_size, 'entry', 'entries')}, and signs it. ${GRACE} takes the proof of one delivery home: entry ${proof.leaf_index + 1}. A person with the log's key can check it without this service: it holds.`,
  )
  stage.print(
    `With one word of the record changed it does not. No publisher is configured here, so ${count(roots.length, 'root')} of this log were published: nobody outside could yet tell if the whole log were rewritten.`,
  )
  stage.facts({
    tree_size: proof.tree_size,
    leaf_index: proof.leaf_index,
    holds,
    forged_holds: forged.proved,
    published_roots: roots.length,
  })
}
