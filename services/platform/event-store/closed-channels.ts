/**
 * gRPC (1.14.7) goes on trying for a channel that was closed while it waited to try again, and what comes of it serves nobody and is closed by nobody. The
 * official client closes its channel with each call that finds the store away, and makes another: each outage left as many connections at the store as
 * calls had failed in its last second. Nothing else of gRPC is changed from outside; client.test.ts tells where another version needs this no more, or has
 * other names for it.
 */
import { Subchannel } from '@grpc/grpc-js/build/src/subchannel.js'

const waitIsOver = Subchannel.prototype['handleBackoffTimer']

Subchannel.prototype['handleBackoffTimer'] = function (this: Subchannel): void {
  if (this['refcount'] === 0) this['continueConnecting'] = false
  waitIsOver.call(this)
}
