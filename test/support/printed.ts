import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Paper } from '../../src/records/receipt/receipt.ts'
import { DESKTOP, NO_BROWSER } from './browser.ts'

/** What a page of the office is on paper. */

const PDFTOTEXT = '/usr/bin/pdftotext'
/** Why nothing can be printed here; empty when it can. */
export const WHY =
  NO_BROWSER !== '' ? NO_BROWSER : existsSync(PDFTOTEXT) ? '' : ` (skipped: there is no ${PDFTOTEXT})`
const MM_OF_POINT = 25.4 / 72
export const SIZES: Readonly<Record<Paper, number>> = { '58': 58, '80': 80, a5: 148 }
/** Between the margins. */
export const INSIDE: Readonly<Record<Paper, number>> = { '58': 48, '80': 72, a5: 124 }
export const A4 = { width: 210, height: 297 }

export interface Printed {
  readonly sheets: number
  /** Millimetres. */
  readonly width: number
  readonly height: number
  readonly text: string
  /** How far down the last words stand, in millimetres. */
  readonly end: number
}

export async function printedOf(page: Page, file: string): Promise<Printed> {
  // The page stays as it was printed: a receipt would show the copy that comes next.
  await page.evaluate("document.querySelector('button[data-print]')?.setAttribute('data-print', '')")
  writeFileSync(file, await page.pdf({ preferCSSPageSize: true, format: 'A4' }))
  const pdftotext = (...args: string[]) => execFileSync(PDFTOTEXT, [...args, file, '-'], { encoding: 'utf8' })
  const boxes = pdftotext('-bbox')
  const pages = [...boxes.matchAll(/<page width="([\d.]+)" height="([\d.]+)"/g)]
  const [, width, height] = pages[0] as unknown as [string, string, string]
  const ends = [...boxes.matchAll(/yMax="([\d.]+)"/g)].map(([, y]) => Number(y))
  return {
    sheets: pages.length,
    width: Math.round(Number(width) * MM_OF_POINT),
    height: Math.round(Number(height) * MM_OF_POINT),
    text: pdftotext('-layout'),
    end: Math.max(...ends) * MM_OF_POINT,
  }
}

/** Returns what a phone reads of the first sheet's code, as a thermal printer of 203 dots an inch prints it. */
export function codeOn(file: string): string | undefined {
  const image = execFileSync('/usr/bin/pdftoppm', ['-r', '203', '-mono', '-singlefile', file], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const [head, width, height] = /^P4\s+(\d+)\s+(\d+)\s/.exec(image.subarray(0, 64).toString('latin1')) ?? []
  if (head === undefined) throw new Error('not a picture')
  const [wide, high] = [Number(width), Number(height)]
  const line = Math.ceil(wide / 8)
  const pixels = new Uint8ClampedArray(wide * high * 4).fill(255)
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      const isBlack = ((image[head.length + y * line + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
      if (isBlack === 1) pixels.fill(0, (y * wide + x) * 4, (y * wide + x) * 4 + 3)
    }
  return jsQR(pixels, wide, high)?.data
}

export const plain = (line: string): string => line.replaceAll(/\s+/g, ' ').trim()

/** Nothing of the page around the sheet is on paper. */
export const expectNothingAround = ({ text }: Printed) =>
  expect(
    /Sign out|Weigh in|Skip to|^ *More *$|Next delivery|Ctrl-P|Back to|Print in|from now on/m.exec(text),
  ).toBeNull()

/** Each word of the sheet is on paper, as often as on the page. */
export async function expectEveryWord(page: Page, { text }: Printed): Promise<void> {
  const words = (all: string) => all.match(/[\p{Script=Latin}\d][\p{Script=Latin}\d.,’]*/gu) ?? []
  const said = (await page.evaluate(`document.querySelector('.sheet').innerText`)) as string
  const onPaper = new Map<string, number>()
  for (const word of words(text)) onPaper.set(word, (onPaper.get(word) ?? 0) + 1)
  const missing = words(said).filter((word) => {
    const left = onPaper.get(word) ?? 0
    onPaper.set(word, left - 1)
    return left <= 0
  })
  expect(words(said).length).toBeGreaterThan(10)
  // A word that is longer than a line is broken: identifiers and digests.
  expect(missing.filter((word) => word.length < 12)).toEqual([])
}
/** No text of the sheet lies on another, and none sticks out, at the width of the paper. */
export async function expectNothingOverlaps(page: Page, width: number): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const before = page.viewportSize()
  await page.setViewportSize({ width: Math.round((width / 25.4) * 96), height: 900 })
  const found = await page.evaluate(`(() => {
      const boxes = []
      const walk = document.createTreeWalker(document.querySelector('.sheet'), NodeFilter.SHOW_TEXT)
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        if (node.textContent.trim() === '') continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const { left, right, top, bottom } of range.getClientRects()) {
          const mid = (top + bottom) / 2
          const high = Number.parseFloat(getComputedStyle(node.parentElement).fontSize)
          boxes.push({ text: node.textContent, left, right, top: mid - high * 0.4, bottom: mid + high * 0.4, node })
        }
      }
      const out = boxes.filter(({ left, right }) => left < -1 || right > innerWidth + 1)
      const over = boxes.flatMap((a, i) => boxes.slice(i + 1).flatMap((b) =>
        a.node !== b.node && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
          ? [[a.text, b.text]] : []))
      return { out: out.map(({ text }) => text), over }
    })()`)
  await page.setViewportSize(before ?? DESKTOP)
  await page.emulateMedia({ media: null })
  expect(found).toEqual({ out: [], over: [] })
}
