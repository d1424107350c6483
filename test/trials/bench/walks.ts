import { PURPOSE } from './requests.ts'

/** Everything a party may read, page after page, so that the same pages can be asked for again and again. */

const PAGE = 500

export interface Walk {
  readonly paths: readonly string[]
  /** On all pages together. */
  readonly records: number
}

interface ChangesPage {
  readonly changes: readonly unknown[]
  readonly cursor: string
  readonly has_more: boolean
}

interface ListPage {
  readonly records: readonly unknown[]
  readonly next: string | null
}

/** The change feed from the beginning. */
export function walkFeed(port: number, token: string): Promise<Walk> {
  return walk<ChangesPage>(port, token, `/v1/sync/changes?limit=${PAGE}`, (page) => ({
    records: page.changes.length,
    next: page.has_more ? `since=${page.cursor}` : null,
  }))
}

/** The list of every version of every record. */
export function walkList(port: number, token: string): Promise<Walk> {
  const first = `/v1/records?purpose=${PURPOSE}&standing=any&limit=${PAGE}`
  return walk<ListPage>(port, token, first, (page) => ({
    records: page.records.length,
    next: page.next === null ? null : `cursor=${page.next}`,
  }))
}

/** @throws {Error} when a page is refused */
async function walk<Page>(
  port: number,
  token: string,
  first: string,
  look: (page: Page) => { readonly records: number; readonly next: string | null },
): Promise<Walk> {
  const paths: string[] = []
  let records = 0
  for (let path: string | null = first; path !== null; ) {
    const answer: Response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
    const page = look((await answer.json()) as Page)
    paths.push(path)
    records += page.records
    path = page.next === null ? null : `${first}&${page.next}`
  }
  return { paths, records }
}
