import { test } from 'vitest';

test.todo('every route of the table, as everybody');
