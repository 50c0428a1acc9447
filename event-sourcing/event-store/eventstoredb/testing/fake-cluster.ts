import {
  GossipService,
  type IGossipServer,
} from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import {
  type IServerFeaturesServer,
  ServerFeaturesService,
} from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Server } from '@grpc/grpc-js'
import type { Node } from './fake-problems.ts'

/** Makes a fake EventStoreDB report a cluster with the given leader and two lost nodes. */
export const addFakeCluster = (server: Server, leader: () => Node) => {
  const read: IGossipServer['read'] = (_, answer) => {
    const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
    const info = new gossip.ClusterInfo()
    info.addMembers(memberOf({ host: '127.0.0.1', port: 1 }, LEADER, false))
    info.addMembers(memberOf({ host: '127.0.0.1', port: 2 }, FOLLOWER, true))
    info.addMembers(memberOf(leader(), LEADER, true))
    answer(null, info)
  }
  const gossipServer: IGossipServer = { read }
  const featuresServer: IServerFeaturesServer = { getSupportedMethods }
  server.addService(GossipService, gossipServer)
  server.addService(ServerFeaturesService, featuresServer)
}

const getSupportedMethods: IServerFeaturesServer['getSupportedMethods'] = (_, answer) => {
  const method = new features.SupportedMethod()
  method.setServiceName('event_store.client.streams.streams')
  method.setMethodName('batchappend')
  const supported = new features.SupportedMethods()
  supported.setEventStoreServerVersion('26.0.3')
  answer(null, supported.setMethodsList([method]))
}

const memberOf = (node: Node, state: number, isAlive: boolean) => {
  const endPoint = new gossip.EndPoint()
  endPoint.setAddress(node.host)
  endPoint.setPort(node.port)
  const member = new gossip.MemberInfo()
  member.setHttpEndPoint(endPoint)
  member.setState(state)
  return member.setIsAlive(isAlive)
}
