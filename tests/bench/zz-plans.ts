import { openDatabase } from '#server/db/connection.ts';
import { readFilter } from '#server/properties/listFilter.ts';
import { countQuery, pageQuery, mapQuery, mapCountQuery } from '#server/properties/listQuery.ts';
import { propertyListQuery } from '#shared/contracts/properties.ts';
const db = openDatabase({databaseUrl: process.argv[2], dataDir: '/tmp/bench100k'});
const verbose = process.argv[3] === 'v';
async function run(label: string, q: {text:string,parameters:unknown[]}) {
  let best = 1e9, rows: any[] = [];
  for (let i=0;i<3;i++){ const t=performance.now(); rows = await db.readRows<any>(q.text,q.parameters); best=Math.min(best,performance.now()-t); }
  const plan = db.dialect==='sqlite' ? (await db.readRows<any>('EXPLAIN QUERY PLAN '+q.text,q.parameters)).map(r=>r.detail).join(' | ')
   : (await db.readRows<any>('EXPLAIN '+q.text,q.parameters)).map(r=>r['QUERY PLAN']).filter((l:string)=>/Scan|Sort|Key/.test(l)).map((s:string)=>s.trim().replace(/\(cost.*/,'')).join(' | ');
  console.log(`  ${label.padEnd(6)} ${best.toFixed(1).padStart(7)} ms ${rows.length===1&&rows[0].total!==undefined?rows[0].total:rows.length+' rows'}  ${verbose||best>15?plan:''}`);
  return rows;
}
const qs: any[] = [{},{page:'4000'},{status:'available'},{status:'sold'},{type:'land'},{type:'office'},{listing_type:'rent'},{location:'Makati'},{location:'BGC'},{location:'NCR'},{location:'Makati',listing_type:'sale'},
{location:'Makati',listing_type:'sale',type:'condo',min_price:'5000000',max_price:'10000000',bedrooms:'2'},
{location:'Makati',type:'condo',status:'available',sort:'price_asc'},{sort:'price_asc'},{sort:'price_desc',listing_type:'rent'},{sort:'price_asc',location:'NCR',type:'house',bedrooms:'4'},
{sort:'price_asc',location:'Taguig',listing_type:'sale',min_price:'9000000'},{sort:'area_desc'},{sort:'area_desc',location:'Pasig'},{sort:'area_desc',type:'land',listing_type:'lease'},
{min_price:'20000000'},{min_price:'20000000',sort:'price_asc'},{max_price:'7000'},{bedrooms:'5',bathrooms:'4'},{bbox:'121.02,14.54,121.03,14.56'},{bbox:'120.9,14.3,121.2,14.8'},{bbox:'121.02,14.54,121.03,14.56',listing_type:'sale'},{bbox:'120.9,14.3,121.2,14.8',location:'Makati'},
{search:'condo'},{search:'bright condo makati'},{search:'bgc condo'},{search:'penthouse binondo'},{search:'a'},{search:'a b c d e'},{search:'pool gym view',sort:'price_asc'},{search:'condo',sort:'relevance'},{search:'bright condo makati',sort:'relevance'},{search:'1024'},{search:'zzzz'},{search:'condo',location:'Makati',listing_type:'sale'},{location:'street'},{search:'metro manila'}];
for (const raw of qs) {
  const q = propertyListQuery.parse(raw); const f = readFilter(q)!;
  console.log(JSON.stringify(raw));
  const [{total}] = await run('count', countQuery(db.dialect,f)) as any;
  await run('page', pageQuery(db.dialect,f,{sort:q.sort??'newest',limit:q.limit,offset:(q.page-1)*q.limit,total:Number(total)}));
  if (raw.bbox||!Object.keys(raw).length||raw.search==='condo') { const [{total:mt}] = await run('mcount', mapCountQuery(db.dialect,f)) as any; await run('map', mapQuery(db.dialect,f,{limit:2000,total:Number(mt)})); }
}
await db.close();
