import { openDatabase } from '#server/db/connection.ts';
import { readFilter } from '#server/properties/listFilter.ts';
import { pageQuery } from '#server/properties/listQuery.ts';
import { presentProperty } from '#server/properties/presenter.ts';
import { propertyListQuery } from '#shared/contracts/properties.ts';
const db = openDatabase({dataDir: '/tmp/bench100k'});
async function bench(label: string, f: ()=>Promise<unknown>, n=1000) { for(let i=0;i<100;i++) await f();
 const t=performance.now(); for(let i=0;i<n;i++) await f(); console.log(label.padEnd(30), ((performance.now()-t)/n).toFixed(3),'ms'); }
for (const raw of [{}, {location:'Makati',listing_type:'sale',type:'condo',bedrooms:'2',min_price:'3000000',max_price:'20000000'},{search:'pool view condo'}]) {
const q = propertyListQuery.parse(raw); const f = readFilter(q)!;
const page = pageQuery('sqlite',f,{sort:'newest',limit:20,offset:0,total:30000,totalWithoutText:97000});
await bench('page '+JSON.stringify(raw).slice(0,18), ()=>db.readRows(page.text,page.parameters));
const inner = /\(\s*(SELECT p.id[\s\S]*?)\) page/.exec(page.text)![1]!;
await bench('  ids only', ()=>db.readRows(inner,page.parameters));
await bench('  count over page', ()=>db.readRows(`select sum(length(title)+length(images)) from (${page.text})`,page.parameters));
const rows = await db.readRows<any>(page.text,page.parameters);
await bench('  present+stringify', async()=>JSON.stringify(rows.map(presentProperty)));
}
await db.close();
