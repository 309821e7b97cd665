import { type HeardLanguage, pairs, plainNumbers } from '../heard-language.js'
import { counted, words } from '../word-lists.js'

const ones = counted('nol satu dua tiga empat lima enam tujuh delapan sembilan')
/** Numbers of two words: "dua belas" is 12, "dua puluh" is 20. */
const phrases = new Map(
  Object.entries(ones)
    .filter(([, value]) => value > 1)
    .flatMap(([word, value]): [string, number][] => [
      [`${word} belas`, value + 10],
      [`${word} puluh`, value * 10],
    ]),
)

/** Indonesian, which the agent only understands. */
export const indonesian: HeardLanguage = {
  code: 'id',
  stopWords:
    words(`yang di ke dari dan atau dengan untuk pada ini itu apa saja siapa mana ada adalah kita kami saya aku anda nya tolong mohon
    bisa mau ingin sudah belum juga akan tersedia jadi menjadi sebagai sekarang semua seluruh`),
  actions: {
    list: words('daftar semua apa siapa berapa'),
    get: words('lihat liat tampilkan tampilin tunjukkan tunjukin ambil cek detail'),
    find: words('cari carikan cariin temukan saring'),
    create: words(
      'tambah tambahkan tambahin buat buatkan buatin bikin bikinin daftarkan daftarin masukkan masukin pesan baru',
    ),
    update: words('ubah ubahin ganti gantiin perbarui edit sunting'),
    delete: words('hapus hapusin buang buangin'),
    cancel: words('batalkan batalin batal'),
  },
  numbers: plainNumbers(
    { ...ones, kosong: 0, sepuluh: 10, sebelas: 11, seratus: 100, seribu: 1000 },
    { phrases, multipliers: { ratus: 100, ribu: 1000 }, ranges: new Set(['antara']) },
  ),
  forbidding: /^(?:tolong |mohon )?(?:jangan|tidak usah)(?!\p{L})/iu,
  questions: words('apa siapa berapa mana kapan bagaimana'),
  linking: words('adalah dengan nomor harga jadi menjadi'),
  renaming: words('menjadi jadi ke'),
  selfQuestions: ['siapa saya', 'saya login sebagai'],
  bounds: { lower: words('antara dari mulai'), upper: words('sampai hingga ke') },
  joints: words('dan'),
  naming: words('bernama nama berjudul'),
  pointers: words('nomor kode id'),
  beforeVerbs: [],
  own: [],
  determiners: [],
  countQuestions: [],
  days: {},
  weekdays: [],
  months: [],
  translations:
    pairs(`sandi password, telepon phone, produk product, pengguna user, pelanggan customer, pesanan order, pembayaran payment, kamar room, buku book, penulis author,
    kategori category, merek brand, harga price, komentar comment, acara event, kelas class, siswa student, guru teacher, karyawan employee,
    pegawai employee, perusahaan company, toko store, keranjang cart, tugas task, proyek project, pesan message, akun account, dokter
    doctor, pasien patient, obat medicine, orang person, alamat address, kota city, kendaraan vehicle, cuti leave, libur holiday, paket
    package, foto photo, nota receipt, transaksi transaction, catatan note, bayar pay, setujui approve, tolak reject`),
}
