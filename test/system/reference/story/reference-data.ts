import type { Answer } from '../recorder.ts'
import type { Scene } from '../scene.ts'

/** What anybody may ask: reference data, how the service stands, and the contract. */

export async function tellReferenceData({ show }: Scene): Promise<void> {
  const known = (answer: Answer) => ({ headers: { 'if-none-match': answer.headers.etag as string } })
  const kinds = await show('GET /v1/registry', 'kinds', 'The kinds of reference rows.')
  await show('GET /v1/registry', 'known', 'The caller has them already.', { status: 304, ...known(kinds) })
  const kind = 'GET /v1/registry/{kind}'
  const asked = { path: { kind: 'crops' }, query: { limit: '2' } }
  const crops = await show(kind, 'crops', 'The first crops; no token is needed.', asked)
  await show(kind, 'known', 'The caller has this page already.', { status: 304, ...asked, ...known(crops) })
  await show(kind, 'next_page', 'The rows after them, which a cache may keep for a day.', {
    ...asked,
    query: { ...asked.query, cursor: crops.body.next },
  })
  const row = { path: { kind: 'conversions', id: 'wheelbarrow_banana_matooke_sample' } }
  const one = 'GET /v1/registry/{kind}/{id}'
  const factor = await show(one, 'measured', 'A measured factor, with its weighings.', row)
  await show(one, 'known', 'The caller has it already.', { status: 304, ...row, ...known(factor) })
}

/** How the service stands, and the contract, which has these examples in it: its hash here is a sample. */
export async function tellService({ village, samples, show }: Scene): Promise<void> {
  await show('GET /v1/health', 'running', 'It runs.')
  await show('GET /v1/ready', 'ready', 'It can serve.')
  const { headers } = await village.a.app.inject('/v1/openapi.json')
  const etag = String(headers.etag)
  samples.say(etag, `"${'SAMPLE-etag-'.padEnd(etag.length - 2, 'x')}"`)
  await show('GET /v1/openapi.json', 'first_members', 'The contract; here its first members alone.', {
    part: (whole) => {
      const { openapi, jsonSchemaDialect, servers } = whole.body
      return { ...whole, body: { openapi, jsonSchemaDialect, servers } }
    },
  })
  await show('GET /v1/openapi.json', 'known', 'The caller has this contract already.', {
    status: 304,
    headers: { 'if-none-match': etag },
  })
  await show('GET /v1/metrics', 'some_series', 'Some of the series.', {
    part: (whole) => ({
      ...whole,
      text: whole.text
        .split('\n')
        .filter((line) => SERIES.some((name) => line.includes(name)))
        .join('\n'),
    }),
  })
}

const SERIES = ['kernel_normalized_kg_total', 'kernel_thin_sample_kg_total', 'kernel_objections_by_effect']
