import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Examples } from '../../../packaging/contract/examples.ts'
import { type Contract, codesOf, operationsOf } from './contract.ts'
import { type Village, village } from './people.ts'
import { Recorder } from './recorder.ts'
import { refuseAtTheDoor } from './refusals/at-the-door.ts'
import { refuseWhileAway } from './refusals/away.ts'
import { refuseWhileBusy } from './refusals/busy.ts'
import { refuseInDoubt } from './refusals/clock.ts'
import { refuseConfirmations } from './refusals/confirmations.ts'
import { refuseConsent } from './refusals/consent.ts'
import { refuseInferences } from './refusals/inferences.ts'
import { NARROW, refuseTooMuch } from './refusals/narrow.ts'
import { refusePictures } from './refusals/pictures.ts'
import { refuseRecords } from './refusals/records.ts'
import { refuseAfterRestoring } from './refusals/restored.ts'
import { sweep } from './refusals/sweep.ts'
import { Samples } from './samples.ts'
import { sceneOf } from './scene.ts'
import { tellAnchors } from './story/anchors.ts'
import { tellAsking } from './story/asking.ts'
import { tellConsent, tellRights } from './story/consent.ts'
import { tellDevices } from './story/devices.ts'
import { tellInferences } from './story/inferences.ts'
import { tellPayments } from './story/payments.ts'
import { tellPictures } from './story/pictures.ts'
import { tellReading } from './story/reading.ts'
import { tellRecords } from './story/records.ts'
import { tellReferenceData, tellService } from './story/reference-data.ts'
import { tellTls } from './story/tls.ts'

/** In this order: what is written down has the times of it. */
const STORY = [
  ...[
    tellAnchors,
    tellRecords,
    tellPayments,
    tellInferences,
    tellConsent,
    tellAsking,
    tellReading,
    tellRights,
  ],
  ...[tellDevices, tellPictures, tellReferenceData, tellService, tellTls],
  ...[refuseAtTheDoor, refuseRecords, refuseConfirmations, refuseInferences, refuseConsent, refusePictures],
  ...[refuseWhileBusy, refuseAfterRestoring, refuseInDoubt],
]

export interface Run {
  readonly examples: Examples
  /** As it is served. */
  readonly contract: Contract
  /** Which operation was heard to utter what, as `GET /v1/grants: rate_limited`. */
  readonly uttered: ReadonlySet<string>
}

/** Drives real services through everything the contract has, and gives what was sent and answered. */
export async function runExamples(): Promise<Run> {
  const samples = new Samples()
  const recorder = new Recorder(samples)
  let contract: Contract | undefined
  let swept: ReadonlySet<string> = new Set()
  const among = async (
    settings: Parameters<typeof village>[1],
    work: (village: Village) => Promise<void>,
  ) => {
    const there = await village(samples, settings)
    try {
      await work(there)
    } finally {
      await there.a.close()
    }
  }
  const outside = mkdtempSync(join(tmpdir(), 'published-'))
  await among({ anchorPublisher: `folder:${outside}` }, async (there) => {
    const scene = sceneOf(recorder, there, samples)
    for (const tell of STORY) await tell(scene)
    contract = there.a.app.swagger() as unknown as Contract
    swept = await sweep(
      there,
      operationsOf(contract).map((described) => ({
        operation: described.name,
        takesJson: described.takesJson,
        declared: codesOf(described),
        asked: recorder.asked.get(described.name) ?? {},
      })),
    )
  })
  rmSync(outside, { recursive: true })
  await among(NARROW, (there) => refuseTooMuch(sceneOf(recorder, there, samples)))
  await among({}, (there) => refuseWhileAway(sceneOf(recorder, there, samples)))
  return {
    examples: recorder.document(),
    contract: contract as unknown as Contract,
    uttered: new Set([...recorder.uttered, ...swept]),
  }
}
