import type { Answer } from '../recorder.ts'
import type { Scene } from '../scene.ts'

/** The cooperative makes its private authority, and a phone fetches the certificate to install it. */

const AUTHORITY = 'GET /v1/tls/authority'
/** It hangs on the name of the machine, and on its addresses. */
const SAMPLE_BYTES = 740
const sampled = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-length': String(SAMPLE_BYTES) },
})

export async function tellTls({ village, samples, show, refuseToo }: Scene): Promise<void> {
  await refuseToo('not_found', AUTHORITY, {})
  village.a.kernel.tls.found([])
  const { headers } = await show(
    AUTHORITY,
    'to_install',
    'The certificate, before any phone trusts the service.',
    {
      part: sampled,
    },
  )
  const etag = headers.etag as string
  samples.say(etag, `"${'SAMPLE-etag-tls-'.padEnd(etag.length - 2, 'x')}"`)
  await show(AUTHORITY, 'known', 'The phone has this one already.', {
    status: 304,
    headers: { 'if-none-match': etag },
  })
}
