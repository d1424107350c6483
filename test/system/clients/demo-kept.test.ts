import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isBuilt, program, serving, temporaryFolder } from '../../support/command.ts'
import { PASSWORD, Visitor } from '../../support/office.ts'

/** The tour that leaves its folder: served again, with the office page over its sample data. */

describe.skipIf(!isBuilt)('granary demo --keep FOLDER', () => {
  test('leaves its data there; the office page is signed in to with the code it shows once', async () => {
    const folder = join(temporaryFolder(), 'a new', 'folder')
    const tour = program(['demo', '--keep', folder])
    expect(await tour.ended, tour.stderr()).toBe(0)
    const said = tour.stdout()
    expect(said).toContain(`granary serve --data '${folder}'`)
    const code = /One-time code +(\S+)/.exec(said)?.[1] as string
    expect(said.split(code)).toHaveLength(2)

    const service = await serving(folder)
    const visitor = new Visitor(service.url)
    await visitor.post('/password', { name: 'Demo manager', code, password: PASSWORD, again: PASSWORD })
    expect((await visitor.signIn('Demo manager')).location).toBe('/today')
    expect((await visitor.get('/members?search=biira')).text).toContain('Grace Biira')
    expect((await visitor.get('/records?type=delivery')).text).toContain('/records/')
    const today = (await visitor.get('/today')).text
    expect(today).toContain('Weigh in the first delivery, and print its receipt: done')
    expect(today).toContain('href="/machine/backups">Make the first backup')
    const machine = (await visitor.get('/machine')).text
    expect(machine).toContain('Africa/Kampala')
    expect(machine).toContain('Check everything now')
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  test('with --json: one document, which says the same', async () => {
    const folder = temporaryFolder()
    const tour = program(['demo', '--keep', folder, '--json'])
    expect(await tour.ended, tour.stderr()).toBe(0)
    expect(JSON.parse(tour.stdout())).toMatchObject({
      access: null,
      kept: { folder, command: `granary serve --data ${folder}` },
      office: {
        url: 'http://127.0.0.1:7373/password',
        name: 'Demo manager',
        one_time_code: expect.any(String),
      },
    })
  })

  test('a folder with anything in it is refused, and stays as it was', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.hidden'), 'mine')
    const tour = program(['demo', '--keep', folder])
    expect(await tour.ended).toBe(1)
    expect(tour.stderr()).toContain(`${folder} is not empty`)
    expect(readdirSync(folder)).toEqual(['.hidden'])
    const file = program(['demo', '--keep', join(folder, '.hidden')])
    expect(await file.ended).toBe(1)
    expect(file.stderr()).toContain('cannot be used as a folder')
  })

  test('a tour that is interrupted leaves nothing', async () => {
    const parent = temporaryFolder()
    mkdirSync(join(parent, 'x'))
    const tour = program(['demo', '--keep', join(parent, 'x')])
    await tour.says(/ 3\. /)
    tour.child.kill('SIGINT')
    expect(await tour.ended).toBe(1)
    expect(existsSync(join(parent, 'x', 'granary.db'))).toBe(false)
  })
})
