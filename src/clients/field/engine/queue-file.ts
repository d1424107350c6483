import type { Entry } from '../rules/entry.ts'
import type { Photographs } from './photographs.ts'

/**
 * Everything unsent as one file, which `granary device take-in` reads. It is the last resort of a phone that cannot send, so
 * it is not encrypted: the office must be able to read it without the phone (docs/decisions/field.md).
 */
export async function queueFile(
  entries: readonly Entry[],
  photographs: Photographs,
  device: string,
  nowMs: number,
): Promise<{ readonly name: string; readonly blob: Blob }> {
  const madeAt = new Date(nowMs).toISOString()
  const unsent = entries.filter(({ state }) => state === 'waiting' || state === 'rejected')
  const records = unsent.map(({ record }) => JSON.stringify(record))
  const parts: (string | Blob)[] = [
    `{"granary_field_queue":1,"device":${JSON.stringify(device)},"made_at":"${madeAt}","records":[${records.join(',')}],"photographs":[`,
  ]
  let isFirst = true
  for (const { sha256, media_type } of photographs.all) {
    const picture = await photographs.read(sha256)
    if (picture === null) continue
    const base64 = await base64Of(picture)
    parts.push(
      `${isFirst ? '' : ','}{"sha256":"${sha256}","media_type":${JSON.stringify(media_type)},"base64":"`,
    )
    parts.push(base64, '"}')
    isFirst = false
  }
  parts.push(']}\n')
  return {
    name: `granary-queue-${madeAt.slice(0, 10)}.json`,
    blob: new Blob(parts, { type: 'application/json' }),
  }
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
