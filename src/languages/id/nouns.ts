import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'

/** Indonesian nouns that are common in APIs, each with its English word. */
export const indonesianNouns = lazy(() =>
  pairs(`
  pengguna pemakai user, pelanggan klien nasabah customer, orang person, karyawan pegawai employee, manajer manager, atasan supervisor, pemilik owner,
  penjual seller, pembeli buyer, kontak contact, anggota member, grup kelompok group, perusahaan company, organisasi organization, cabang branch,
  departemen divisi department, jabatan position, tamu guest, teman kawan friend, keluarga family, anak child, penulis pengarang author, pengikut follower,
  profil profile, akun rekening account, peran role, izin permission, sandi password, sesi session, akses access, undangan invitation, alamat address,

  produk product, barang item, pesanan order, pembelian purchase, penjualan sale, keranjang cart, faktur tagihan invoice, nota kwitansi struk receipt,
  pembayaran payment, harga price, diskon potongan discount, kupon coupon, penawaran offer, promosi promotion, katalog catalog, merek merk brand, kategori category,
  toko store, gudang warehouse, persediaan stok inventory, pemasok supplier, retur return, pengembalian refund, pengiriman kiriman shipment, paket package,
  kurir courier, pajak tax, kartu card, saldo balance, dompet wallet, transaksi transaction, mutasi transaction, ongkir ongkos shipping,
  pinjaman loan, kredit credit, utang hutang debt, cicilan angsuran installment, pengeluaran expense, pendapatan pemasukan income, anggaran budget,
  biaya fee, langganan subscription, kontrak contract, garansi warranty, asuransi insurance, polis policy, klaim claim, uang money,

  reservasi pemesanan booking, janji appointment, kamar room, ruangan ruang room, meja table, perjalanan trip, penerbangan flight, kursi seat, tiket karcis ticket,
  penumpang passenger, bandara airport, tujuan destination, jadwal schedule, kalender calendar, acara event, rapat meeting, tempat place, lokasi location, rute route,

  dokter doctor, perawat nurse, pasien patient, obat medicine, resep prescription, penyakit disease, gejala symptom, perawatan treatment, klinik clinic,
  vaksin vaccine, rekam record, hewan peliharaan pet, anjing dog, kucing cat, antrian antrean queue,

  kursus course, kelas class, siswa murid mahasiswa pelajar student, guru dosen pengajar teacher, sekolah school, universitas university, pelajaran subject,
  ujian exam, nilai grade, pendaftaran registration, materi lesson, pertanyaan question, jawaban answer, kuis quiz, sertifikat certificate, pelatihan training,
  kehadiran absensi attendance,

  properti property, rumah house, apartemen apartment, gedung bangunan building, penyewa tenant, sewa rent, tanah land, kendaraan vehicle, motor motorcycle,
  truk truck, sopir supir pengemudi driver, bengkel workshop, parkir parking, pemeliharaan maintenance, perbaikan repair,

  film movie, lagu song, artis artist, buku book, penerbit publisher, bab chapter, gambar image, foto photo, berkas file, dokumen document,
  postingan post, artikel article, berita news, komentar comment, ulasan review, pesan message, obrolan percakapan conversation, saluran channel,
  notifikasi pemberitahuan notification, pengumuman announcement, pengingat reminder, surel email, panggilan call, templat template, label tag, favorit favorite,

  tugas task, proyek project, tahap step, masalah kendala issue, permintaan permohonan request, keluhan pengaduan complaint, laporan report, statistik statistic,
  papan board, pengaturan setting, aturan rule, catatan note, perangkat alat device, peringatan alert, lampu lamp, pintu door, peladen server, jaringan network,
  layanan service, versi version, kunci key, cadangan backup, riwayat history, kegiatan aktivitas activity,

  gaji salary, cuti leave, libur holiday, pekerjaan job, lowongan vacancy, pelamar kandidat candidate, lamaran application, wawancara interview, sif shift,
  jam waktu time, keahlian skill, lembur overtime,

  makanan food, hidangan dish, restoran restaurant, bahan ingredient, minuman drink, dapur kitchen, pertandingan match, pemain player, turnamen tournament, liga league,
  permainan game, skor score, latihan workout, pelatih coach, musim season, cuaca weather,

  nama name, judul title, deskripsi keterangan description, tanggal date, jumlah quantity, nominal amount, nomor number, kode code, telepon telpon hp phone, kota city,
  negara country, provinsi province, jalan street, usia umur age, berat weight, ukuran size, warna color, jenis tipe type, prioritas priority, alasan reason,
  bahasa language, tersedia available, aktif active, tertunda pending, terlambat overdue`),
)

/** Indonesian verbs that are common in the titles of tools, each with its English word. */
export const indonesianVerbs = lazy(() =>
  pairs(`
  kirim kirimkan kirimin mengirim send, bayar bayarkan bayarin membayar pay, beli belikan membeli buy, jual menjual sell, setujui menyetujui approve,
  tolak menolak reject, terima menerima accept, konfirmasi mengonfirmasi confirm, terbitkan menerbitkan publikasikan publish, unggah mengunggah upload,
  unduh mengunduh download, tugaskan assign, aktifkan mengaktifkan activate, nonaktifkan deactivate, nyalakan nyalain hidupkan enable, matikan matiin disable,
  blokir memblokir block, undang mengundang invite, bagikan share, ikuti mengikuti follow, transferkan mentransfer transfer, kembalikan return, tutup menutup close,
  pulihkan restore, verifikasi verify, validasi validate, gabung bergabung join, masuk login, keluar logout, mulai memulai start,
  hentikan berhenti stop, selesaikan menyelesaikan complete, arsipkan archive, ekspor export, impor import, cetak mencetak print, hitung calculate, lacak melacak track`),
)

/**
 * Indonesian words that look like an English word of another meaning. They are translated to English, but no English
 * word is translated to them.
 */
export const indonesianFalseFriends = lazy(() => pairs('tim team, mobil car'))
