import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'

/** Marks this server by the suffix "-embedded". */
export const SERVER_VERSION = '0.1.0-embedded'
export const PRODUCT =
  'embedded event store, protocol subset, single node, for development, tests and small installations'

const METHODS: Record<string, readonly string[]> = {
  'event_store.client.streams.streams': ['append', 'batchappend', 'read', 'delete', 'tombstone'],
  'event_store.client.gossip.gossip': ['read'],
  'event_store.client.server_features.serverfeatures': ['getsupportedmethods'],
}

export function supportedMethods(callback: sendUnaryData<InstanceType<typeof features.SupportedMethods>>): void {
  const supported = new features.SupportedMethods()
  supported.setEventStoreServerVersion(SERVER_VERSION)
  for (const [service, methods] of Object.entries(METHODS)) {
    for (const name of methods) {
      const method = new features.SupportedMethod()
      method.setServiceName(service)
      method.setMethodName(name)
      supported.addMethods(method)
    }
  }
  callback(null, supported)
}

/** Host and port of an `:authority`, so that discovery works through any address. */
export function endpointOf(authority: string, port: number): { host: string; port: number } {
  const found = /^(.*?)(?::(\d+))?$/.exec(authority)
  return { host: found?.[1] || '127.0.0.1', port: found?.[2] ? Number(found[2]) : port }
}

export function gossipRead(
  instanceId: string,
  port: number,
  call: ServerUnaryCall<unknown, InstanceType<typeof gossip.ClusterInfo>>,
  callback: sendUnaryData<InstanceType<typeof gossip.ClusterInfo>>,
): void {
  const reached = endpointOf(call.getHost(), port)
  const endPoint = new gossip.EndPoint()
  endPoint.setAddress(reached.host)
  endPoint.setPort(reached.port)
  const id = new shared.UUID()
  id.setString(instanceId)
  const member = new gossip.MemberInfo()
  member.setInstanceId(id)
  member.setTimeStamp(`${Date.now()}0000`)
  member.setState(gossip.MemberInfo.VNodeState.LEADER)
  member.setIsAlive(true)
  member.setHttpEndPoint(endPoint)
  const info = new gossip.ClusterInfo()
  info.addMembers(member)
  callback(null, info)
}
