import { expect, test } from 'vitest'
import { founded } from '../../support/command.ts'

/** `record confirm --signed-by`: what a person signed on paper, and who cannot sign. */

const { did, said, party, cooperative: us } = await founded()
const grace = await party('person', 'Grace Nakato', '17')
await party('person', 'Ben Busulwa', '18')
await party('business', 'Hima Mill', '90')

const paying = (payee: string) =>
  did(
    'record add payment --payer cooperative --method cash --purpose produce --date today --payee',
    ...[payee, '--amount', '60000 UGX'],
  )
const text = ({ out, err }: { out: string; err: string }) => `${out}${err}`.replaceAll(/\s+/g, ' ')

test('a signature is shown in words, then written with its channel, day and picture', async () => {
  const { id } = await paying('17')
  const sha = 'cd'.repeat(32)
  const done = await said('record confirm', id, '--signed-by', 'Grace Nakato', '--evidence', sha)
  expect([done.code, text(done)]).toEqual([
    0,
    expect.stringMatching(
      /Grace Nakato \(17\) signed on paper for this: payment of .*UGX 60,000.*cooperative alone vouches.*cdcd/,
    ),
  ])
  const shown = await did('record show', id)
  expect(shown.derived.confirmation).toMatchObject({ on_paper: true, independent: false, channel: 'written' })
  expect(text(await said('record show', id))).toMatch(
    /signed on paper by Grace Nakato \(17\) on .*; the cooperative alone vouches for the signature/,
  )
  const { records } = await did('record list payment_confirmation')
  expect(records[0]).toMatchObject({
    ...{ signed_by: grace, asserted_by: us, evidence: [{ sha256: sha, media_type: 'image/jpeg' }] },
  })
  const again = await said('record confirm', id, '--signed-by', '17')
  expect([again.code, again.err]).toEqual([1, expect.stringMatching(/signed .*already[\s\S]*record retract/)])
  await did('record retract', records[0].id, '--reason', 'entered_in_error')
  expect((await did('record show', id)).derived.confirmation).toBeNull()
})

test('every fault names the remedy', async () => {
  const { id } = await paying('17')
  const own = await said('record confirm', id, '--channel', 'in_person')
  expect([own.code, own.err]).toEqual([1, expect.stringMatching(/recorded this itself[\s\S]*--signed-by/)])
  const refused = async (record: string, who: string, fault: RegExp) => {
    const { code, err } = await said('record confirm', record, '--signed-by', who)
    expect([code === 0, err.replaceAll(/\s+/g, ' ')]).toEqual([false, expect.stringMatching(fault)])
  }
  const toMill = await paying('90')
  await refused(toMill.id, '90', /organisation.*cannot sign.* credential/)
  await refused(id, '18', /Ben Busulwa \(18\) is no party.*--signed-by.*Grace Nakato \(17\)/)
  await refused(id, 'Nobody', /Nobody/)
  const app = await said('record confirm', id, '--signed-by', '17', '--channel', 'app')
  expect([app.code, app.err]).toEqual([2, expect.stringMatching(/written.*in_person/)])
  const photo = await said('record confirm', id, '--signed-by', '17', '--evidence', 'photo.jpg')
  expect([photo.code, photo.err]).toEqual([2, expect.stringMatching(/sha256sum/)])
  const harvest = await did(
    'record add harvest --producer 17 --crop maize_grain --date today --quantity',
    '1 kg',
  )
  await refused(harvest.id, '17', /only a delivery, payment or obligation.*record list obligation/)
  const mine = await did('record retract', id, '--reason', 'duplicate')
  expect(mine.code).toBe(0)
  await refused(id, '17', /already retracted/)
})

test('a voucher is printed with lines to sign, in the member’s language or another', async () => {
  const { id } = await paying('17')
  const paper = await said('receipt', id, '--voucher')
  expect([paper.code, text(paper)]).toEqual([
    0,
    expect.stringMatching(
      /PAYMENT VOUCHER.*I, Grace Nakato, no\. 17, received UGX 60,000.*Signature or thumbprint/,
    ),
  ])
  expect((await said('receipt', id, '--voucher', '--language', 'sw')).out.replaceAll(/\s+/g, ' ')).toContain(
    'Mimi, Grace Nakato, Na. 17, nimepokea UGX 60,000',
  )
  expect(await did('receipt', id)).toMatchObject({ is_copy: false, sign: null })
  const delivery = await did(
    'record add delivery --from 17 --to cooperative --crop maize_grain --date today --quantity',
    '1 kg',
  )
  const none = await said('receipt', delivery.id, '--voucher')
  expect([none.code, none.err]).toEqual([1, expect.stringMatching(/only a payment or an obligation/)])
})
