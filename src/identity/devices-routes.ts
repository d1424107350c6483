import { Problem } from '../base/problem.ts'
import { ref } from '../domain/shapes.ts'
import type { App } from '../http/app.ts'
import { type Callers, notVerified } from '../http/caller.ts'
import { sendJson } from '../http/door.ts'
import type { RoomPorts } from '../http/ports.ts'
import { problems, WRITE_PROBLEMS } from '../http/refusals.ts'
import { written } from '../http/responses.ts'
import { DeviceDraft, DeviceView } from './device-shapes.ts'
import type { DeviceService } from './devices.ts'

export interface DevicesPorts extends RoomPorts {
  readonly devices: DeviceService
}

/** How a phone gets its token (contract §10). */
export function devicesRoutes(app: App, ports: DevicesPorts, callers: Callers): void {
  app.post('/v1/devices', {
    onRequest: callers.admitDevice,
    schema: {
      operationId: 'registerDevice',
      tags: ['sync'],
      security: [{ bearer: [] }, { enrolment: [] }],
      summary: "Register a device, by a one-time code or a party's own credential. The token is shown once.",
      description:
        'A code registers one device. Until the device uses its token, repeating the request returns a fresh token, so that a device whose reply was lost can try again.',
      body: ref(DeviceDraft),
      response: { ...written(DeviceView), ...problems(...WRITE_PROBLEMS, 'too_many_devices') },
    },
    handler: async (request, reply) => {
      const { admitted } = request
      const draft = request.body
      if (admitted.credential !== null) callers.countWriting(request.caller, 1, request.bodyBytes)
      const register = () => ports.devices.register(admitted, draft)
      const named = { id: draft.id }
      const registered =
        admitted.credential === null
          ? ports.perform(callers.enrollingOf(admitted), 'device', named, register)
          : callers.perform(request.caller, 'device', named, register)
      const { status, value } = await registered.catch((refusal: unknown) => {
        if (!(refusal instanceof Problem)) throw refusal
        if (refusal.code !== 'no_verified_subject')
          throw admitted.credential === null ? callers.countRefusal(admitted, refusal) : refusal
        callers.countWrongToken(request)
        throw notVerified(reply)
      })
      return sendJson(reply, status === 'created' ? 201 : 200, JSON.stringify(value))
    },
  })
}
