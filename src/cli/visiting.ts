import { statSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { type Config, dataFiles } from '../config/config.ts'
import { actInTurn } from './operator-files.ts'
import { isListening, remoteTasks } from './socket.ts'
import type { TaskRunner } from './tasks.ts'

/** For commands that inspect the data folder while its service may be running. */

/**
 * Returns how the doctor connects to the running service. If root runs the command, it first becomes the
 * owner of the folder: files that SQLite and the object store create then belong to the service, and the
 * doctor finds what the service would find.
 */
export const reaching = (config: Config) => async (): Promise<TaskRunner | null> => {
  const { root, socket } = dataFiles(config.data)
  const { uid, gid } = statSync(root)
  if (process.geteuid?.() === 0 && uid !== 0 && isMainThread)
    actInTurn({ operator: { uid: 0, gid: 0, name: 0 }, service: { uid, gid, name: uid } })
  return (await isListening(socket)) ? remoteTasks(socket) : null
}
