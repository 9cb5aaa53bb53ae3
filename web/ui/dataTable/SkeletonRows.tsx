import { Skeleton } from '../Skeleton.tsx';

/** Rows on their way. The first column is the widest, as it is in what comes. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <td key={column}>
          <Skeleton width={column === 0 ? '80%' : '60%'} height="1.25rem" />
        </td>
      ))}
    </tr>
  ));
}
