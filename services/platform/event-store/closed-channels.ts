/**
 * Patches a gRPC leak (1.14.7): a channel closed during reconnect backoff reconnects, and that connection is never
 * closed. Each outage left as many connections as calls had failed in its last second. client.test.ts fails if a
 * version no longer needs this.
 */
import { Subchannel } from '@grpc/grpc-js/build/src/subchannel.js'

const waitIsOver = Subchannel.prototype['handleBackoffTimer']

Subchannel.prototype['handleBackoffTimer'] = function (this: Subchannel): void {
  if (this['refcount'] === 0) this['continueConnecting'] = false
  waitIsOver.call(this)
}
