/**
 * Patches a leak in gRPC (1.14.7): a channel closed during its reconnect backoff keeps trying, and nobody closes the
 * resulting connection. The official client replaces its channel for each call that finds the store down, so each
 * outage left as many connections as calls had failed in its last second.
 * Nothing else in gRPC is patched. client.test.ts fails when another version no longer needs this or renames the
 * methods.
 */
import { Subchannel } from '@grpc/grpc-js/build/src/subchannel.js'

const waitIsOver = Subchannel.prototype['handleBackoffTimer']

Subchannel.prototype['handleBackoffTimer'] = function (this: Subchannel): void {
  if (this['refcount'] === 0) this['continueConnecting'] = false
  waitIsOver.call(this)
}
