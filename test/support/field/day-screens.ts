import { createHash } from 'node:crypto'
import type { Draft, FieldDay } from './day.ts'

/** The same by the screens, as people use them. */

const button = (day: FieldDay, name: string) => day.phone.page.getByRole('button', { name, exact: true })

/** Types a delivery of Grace Nakato, with a photograph, up to the last questions. */
export async function beginDelivery(day: FieldDay, { says }: Draft): Promise<void> {
  const { page } = day.phone
  await goHome(day)
  await page.getByRole('navigation').getByRole('button', { name: 'Delivery', exact: true }).click()
  await page.getByLabel(/number or name/).fill('nakato')
  await page.getByRole('button', { name: /Grace Nakato/ }).click()
  await page.getByLabel('Weight or count').fill(String((says.quantity as { value: number }).value))
  await page.getByLabel('Crop').selectOption(String(says.crop))
  await page.getByRole('button', { name: /Place, grade/ }).click()
  await page.getByLabel('Note').waitFor()
}

export async function endDelivery(day: FieldDay, { note, pictures }: Draft): Promise<void> {
  const { page } = day.phone
  await page.getByLabel('Note').fill(note)
  for (const buffer of pictures) {
    const files = { name: 'a.jpg', mimeType: 'image/jpeg', buffer }
    await page.locator('#photograph').setInputFiles(files)
    await page.getByAltText('Photograph 1').waitFor()
  }
  await button(day, 'Next').click()
  await page.getByText('Show this to the person').waitFor()
}

/** A weight unlike the member's last one is asked about: the button says so. */
export const pressSave = (day: FieldDay): Promise<void> =>
  day.phone.page.getByRole('button', { name: /^(Save|Yes, save)$/ }).click()

export async function goHome(day: FieldDay): Promise<void> {
  const { page } = day.phone
  await page.evaluate("dispatchEvent(new PopStateEvent('popstate', { state: { at: 'home' } }))")
  await page.getByRole('heading', { name: 'Granary' }).waitFor()
}

/** Opens the locked page by its door. */
export async function unlock(day: FieldDay, pin: string): Promise<void> {
  await day.phone.page.getByLabel('PIN').fill(pin)
  await button(day, 'Open').click()
  await day.phone.page.getByRole('heading', { name: 'Granary' }).waitFor()
}

/** Notes what the farmer sees: the page has made the photographs smaller. */
export async function see(day: FieldDay, draft: Draft): Promise<void> {
  const { evidence = [] } = (await day.entryOf(draft.note))?.record ?? {}
  for (const { sha256 } of evidence) {
    const base64 = await day.phone.do<string | null>(
      `const blob = await engine.photograph(given)
      if (blob === null) return null
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))`,
      sha256,
    )
    if (base64 === null) continue
    const picture = Buffer.from(base64, 'base64')
    if (createHash('sha256').update(picture).digest('hex') === sha256)
      day.ledger.pictures.set(sha256, picture)
  }
  await day.show({ ...draft, pictures: [] })
}

/** Corrects the figure of a record by its screen, and returns the figure on the screen after it. */
export async function correctOnScreen(day: FieldDay, note: string, kg: number): Promise<string> {
  const { page } = day.phone
  const entry = await day.entryOf(note)
  const place = JSON.stringify({ at: 'one', key: entry?.key })
  await page.evaluate(`dispatchEvent(new PopStateEvent('popstate', { state: ${place} }))`)
  await button(day, 'Correct').click()
  await page.getByLabel('Weight or count').fill(String(kg))
  await button(day, 'Next').click()
  await pressSave(day)
  await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
  return (await page.locator('.shown .huge').textContent()) ?? ''
}
