import { useTitle } from '../../lib/useTitle.ts';

export function AdminDashboardScreen() {
  useTitle('Admin Dashboard');
  return <h1>Admin Dashboard</h1>;
}
