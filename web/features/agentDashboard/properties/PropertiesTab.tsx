export function PropertiesTab({ agentId }: { agentId: number }) {
  return <p>{agentId}</p>;
}
