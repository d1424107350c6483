import { statSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { type Config, dataFiles } from '../config.ts'
import { isListening, remoteTasks } from '../operator/socket.ts'
import type { TaskRunner } from '../operator/tasks.ts'
import { actInTurn } from './operator-files.ts'

/** What commands do that look into the data folder beside its service, whoever gives them. */

/**
 * How the doctor reaches the running service. Root looks at a folder of somebody else's as that user from then on: what
 * SQLite and the object store make in passing then belongs to the service, and what is found is what the service meets.
 */
export const reaching = (config: Config) => async (): Promise<TaskRunner | null> => {
  const { root, socket } = dataFiles(config.data)
  const { uid, gid } = statSync(root)
  if (process.geteuid?.() === 0 && uid !== 0 && isMainThread)
    actInTurn({ operator: { uid: 0, gid: 0, name: 0 }, service: { uid, gid, name: uid } })
  return (await isListening(socket)) ? remoteTasks(socket) : null
}
