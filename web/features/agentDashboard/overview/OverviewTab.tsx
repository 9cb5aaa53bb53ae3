export function OverviewTab({ agentId }: { agentId: number }) {
  return <p>{agentId}</p>;
}
