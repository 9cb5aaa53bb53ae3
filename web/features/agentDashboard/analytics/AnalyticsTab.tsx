export function AnalyticsTab({ agentId }: { agentId: number }) {
  return <p>{agentId}</p>;
}
