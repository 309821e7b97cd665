/**
 * Verbs with which the requests of an API are named, in the languages of collections except English. Phrases are
 * separated by commas. A word that is also a common noun, in its own language or in English, is listed only in a phrase.
 */
export interface RequestVerbs {
  /** Where a title has its verb: only at its start, only at its end, or mostly at its end. @default mostly at its start */
  position?: 'first' | 'last' | 'mostly-last'
  /** Whether words are compared with their accents, because without them they mean something else. @default false */
  hasAccents?: true
  /** Whether words are written without spaces. @default false */
  isUnspaced?: true
  /** Verbs of requests that change nothing. */
  reads: string
  /** Verbs of requests that change something. */
  writes: string
  /** Verbs of requests whose effect cannot be undone: to delete, to cancel, to send, to pay. */
  destroys: string
  /** Verbs that change something, in languages in which only a small first letter shows that they are no nouns. */
  lowerCaseWrites?: string
}

/** Words between two verbs of a title: "buscar y eliminar". */
export const JOINING_WORDS = 'y e et und en i oraz ve và dan и ou'

/** Ends of unspaced titles that make them nouns: "删除记录" is a list of deletions. */
export const UNSPACED_NOUNS =
  /(?:记录|日志|历史|状态|列表|详情|时间|次数|原因|結果|结果|說明|说明|策略|方式)$/u

/** Beginnings of unspaced titles that say nothing about the effect: "in bulk", "number 1". */
export const UNSPACED_BEGINNING = /^(?:批量|一键|强制|第?[一二三四五六七八九十]+[、.]?)/u

/** By ISO 639-1 code. */
export const REQUEST_VERBS: Readonly<Record<string, RequestVerbs>> = {
  es: {
    reads: `obtener, obten, obtiene, listar, lista, listado, buscar, busca, ver, mostrar, muestra, consultar, consulta, traer, leer,
      descargar, visualizar, verificar, comprobar, contar, filtrar, recuperar`,
    writes: `crear, crea, agregar, agrega, añadir, insertar, inserta, registrar usuario, registrar cliente, registrar un, registrar una,
      registrar nuevo, registrar nueva, actualizar, actualiza, modificar, modifica, editar, edita, cambiar, guardar, activar, desactivar,
      habilitar, deshabilitar, bloquear, desbloquear, aprobar, rechazar, confirmar, asignar, desasignar, suscribir, publicar, archivar,
      restaurar, reiniciar, iniciar sesion, detener, ejecutar, procesar, copiar, subir, cerrar, abrir, reservar, comprar, renombrar,
      reemplazar, vincular, desvincular`,
    destroys: `eliminar, elimina, borrar, borra, suprimir, quitar, anular, anula, cancelar, cancela, revocar, enviar, envia, mandar, pagar,
      reembolsar, transferir, vaciar, limpiar, purgar, destruir, restablecer, dar de baja, eliminacion`,
  },
  pt: {
    reads: `obter, buscar, busca, listar, lista, listagem, ver, mostrar, exibir, consultar, consulta, pesquisar, procurar, baixar,
      visualizar, verificar, ler, contar, filtrar, recuperar, retornar`,
    writes: `criar, cria, cadastrar, cadastra, adicionar, adiciona, inserir, incluir, atualizar, atualiza, alterar, editar, edita, modificar,
      salvar, gravar, registrar um, registrar uma, registrar novo, registrar nova, ativar, desativar, habilitar, desabilitar, bloquear,
      desbloquear, aprovar, reprovar, rejeitar, confirmar, atribuir, publicar, arquivar, restaurar, reiniciar, executar, processar, copiar,
      carregar, fechar, abrir, reservar, comprar, vincular, desvincular, renomear, substituir`,
    destroys: `excluir, exclui, deletar, deleta, apagar, apaga, remover, eliminar, cancelar, cancela, revogar, enviar, envia, pagar,
      reembolsar, estornar, transferir, limpar, esvaziar, destruir, redefinir, exclusao`,
  },
  fr: {
    reads: `obtenir, recuperer, lister, liste, chercher, rechercher, recherche, trouver, voir, afficher, consulter, lire, verifier,
      telecharger, compter, filtrer, visualiser`,
    writes: `creer, cree, ajouter, ajoute, inserer, enregistrer, modifier le, modifier la, modifier les, modifier l, modifier un, modifier une,
      modifier des, modifier d, modifier du, mettre a jour, editer, actualiser, activer, desactiver, bloquer, debloquer, approuver, rejeter,
      refuser, affecter, attribuer, assigner, publier, archiver, restaurer, redemarrer, demarrer, arreter, executer, deplacer, televerser,
      ouvrir, fermer le, fermer la, fermer un, fermer une, reserver, acheter, sauvegarder, renommer, remplacer, inscrire, desinscrire`,
    destroys: `supprimer, supprime, effacer, effacez, enlever, retirer, annuler, annule, resilier, revoquer, envoyer, envoie, payer le,
      payer la, payer un, payer une, payer l, rembourser, transferer, vider, purger, detruire, reinitialiser, suppression d, suppression de,
      suppression du, suppression des`,
  },
  it: {
    reads: `ottenere, ottieni, elencare, elenca, elenco, lista, cercare, cerca, trovare, trova, mostrare, mostra, visualizzare, visualizza,
      leggere, leggi, consultare, recuperare, recupera, scaricare, verificare, contare`,
    writes: `creare, crea, aggiungere, aggiungi, inserire, inserisci, modificare, modifica, aggiornare, aggiorna, salvare, registrare,
      cambiare, impostare, attivare, attiva, disattivare, disattiva, abilitare, disabilitare, bloccare, blocca, sbloccare, sblocca,
      approvare, approva, rifiutare, confermare, assegnare, pubblicare, archiviare, ripristinare, riavviare, avviare, fermare, eseguire,
      spostare, copiare, caricare, chiudere, aprire, prenotare, acquistare, rinominare, sostituire`,
    destroys: `eliminare, elimina, cancellare, cancella, rimuovere, rimuovi, annullare, annulla, revocare, inviare, invia, spedire, pagare,
      rimborsare, trasferire, svuotare, svuota, distruggere, eliminazione, cancellazione`,
  },
  de: {
    position: 'mostly-last',
    reads: `anzeigen, zeige, zeigen, abrufen, abfragen, holen, hole, auflisten, liste, suchen, suche, finden, lesen, herunterladen, prüfen,
      zählen, filtern, anschauen, ansehen, einsehen, ausgeben`,
    writes: `anlegen, erstellen, erstelle, erzeugen, hinzufügen, einfügen, speichern, ändern, ändere, bearbeiten, aktualisieren, aktualisiere,
      setzen, aktivieren, aktiviere, deaktivieren, deaktiviere, blockieren, entsperren, freigeben, freischalten, genehmigen, ablehnen,
      bestätigen, zuweisen, zuordnen, veröffentlichen, archivieren, wiederherstellen, neustarten, starten, stoppen, beenden, ausführen,
      verschieben, kopieren, hochladen, schließen, öffnen, buchen, bestellen, kaufen, registrieren, umbenennen, ersetzen, einschalten,
      ausschalten`,
    lowerCaseWrites: 'sperren',
    destroys: `löschen, lösche, entfernen, entferne, stornieren, storniere, kündigen, abbrechen, widerrufen, annullieren, zurücksetzen,
      senden, sende, versenden, verschicken, abschicken, bezahlen, überweisen, erstatten, leeren, vernichten, löschung`,
  },
  nl: {
    position: 'mostly-last',
    reads: `ophalen, haal, tonen, toon, bekijken, bekijk, zoeken, zoek, weergeven, lijst, opvragen, lezen, downloaden, controleren`,
    writes: `aanmaken, maken, maak, toevoegen, voeg, invoegen, wijzigen, wijzig, bijwerken, bewerken, bewerk, aanpassen, opslaan, activeren,
      activeer, deactiveren, deactiveer, inschakelen, uitschakelen, blokkeren, blokkeer, deblokkeren, goedkeuren, afwijzen, bevestigen,
      toewijzen, publiceren, archiveren, herstellen, herstarten, starten, stoppen, uitvoeren, verplaatsen, uploaden, sluiten, boeken,
      bestellen, kopen, registreren, hernoemen, vervangen`,
    destroys: `verwijderen, verwijder, wissen, annuleren, annuleer, opzeggen, intrekken, verzenden, verzend, versturen, verstuur, sturen,
      stuur, zenden, betalen, betaal, terugbetalen, overmaken, leegmaken, vernietigen, verwijdering`,
  },
  pl: {
    position: 'first',
    reads: `pobierz, pobrać, pobieranie, lista, szukaj, wyszukaj, wyszukiwanie, znajdź, pokaż, pokazać, wyświetl, wyświetlanie, sprawdź,
      odczytaj, zobacz`,
    writes: `dodaj, dodać, dodawanie, dodanie, utwórz, utworzyć, tworzenie, utworzenie, stwórz, wstaw, zapisz, zmień, zmienić, edytuj,
      edytować, edycja, aktualizuj, zaktualizuj, aktualizacja, ustaw, aktywuj, dezaktywuj, włącz, wyłącz, zablokuj, odblokuj, zatwierdź,
      odrzuć, potwierdź, przypisz, opublikuj, archiwizuj, przywróć, uruchom, zatrzymaj, wykonaj, przenieś, skopiuj, prześlij, zamknij,
      otwórz, zarezerwuj, zamów, zarejestruj`,
    destroys: `usuń, usunąć, usuwanie, usunięcie, skasuj, kasuj, kasowanie, anuluj, anulować, anulowanie, odwołaj, cofnij, wyślij, wysłać,
      wysyłanie, zapłać, zwróć, przelej, wyczyść, zniszcz, zresetuj`,
  },
  tr: {
    position: 'last',
    reads: `getir, getirme, listele, listeleme, listesi, göster, görüntüle, görüntüleme, oku, sorgula, sorgulama, indir, ara, bul`,
    writes: `ekle, ekleme, oluştur, oluşturma, kaydet, kaydetme, güncelle, güncelleme, düzenle, düzenleme, değiştir, değiştirme, ayarla,
      aktifleştir, etkinleştir, pasifleştir, devre dışı bırak, engelle, engeli kaldır, onayla, onaylama, reddet, yayınla, arşivle, başlat,
      durdur, çalıştır, taşı, kopyala, yükle, kapat, satın al, rezervasyon yap, kilitle, ata`,
    destroys: `sil, silme, kaldır, kaldırma, iptal, iptal et, iptal etme, gönder, gönderme, ödeme yap, öde, iade et, aktar, temizle,
      temizleme, boşalt, sıfırla`,
  },
  vi: {
    position: 'first',
    hasAccents: true,
    reads: 'lấy, xem, tìm, danh sách, liệt kê, hiển thị, chi tiết, tra cứu, đọc, tải xuống, kiểm tra',
    writes: `thêm, tạo, cập nhật, sửa, chỉnh sửa, thay đổi, đổi, lưu, đăng ký, kích hoạt, vô hiệu hóa, vô hiệu hoá, khóa tài khoản,
      khoá tài khoản, khóa người dùng, mở khóa, duyệt, phê duyệt, từ chối, xác nhận, gán, phân công, khôi phục, khởi động, dừng, chạy,
      di chuyển, sao chép, tải lên, đóng, mở, đặt, mua, xuất bản, cap nhat, them moi`,
    destroys: `xóa, xoá, xoa, hủy, huỷ, gỡ, gửi, hoàn tiền, chuyển tiền, thu hồi, dọn, trả tiền`,
  },
  id: {
    position: 'first',
    reads: 'ambil, dapatkan, lihat, cari, daftar, tampilkan, tampil, cek, baca, unduh',
    writes: `tambah, tambahkan, menambah, buat, buatkan, membuat, simpan, ubah, mengubah, perbarui, memperbarui, ganti, atur, aktifkan,
      nonaktifkan, blokir, setujui, tolak, tetapkan, publikasikan, arsipkan, pulihkan, mulai, hentikan, jalankan, pindahkan, salin, unggah,
      tutup, buka, beli, daftarkan, masukkan`,
    destroys: `hapus, menghapus, hapuskan, penghapusan, batalkan, membatalkan, kirim, kirimkan, mengirim, bayar, bayarkan, kembalikan,
      kosongkan, bersihkan, hancurkan, cabut`,
  },
  ru: {
    position: 'first',
    reads: `получить, получение, список, найти, поиск, показать, просмотр, просмотреть, прочитать, чтение, скачать, проверить, посмотреть`,
    writes: `создать, создание, создай, добавить, добавление, добавь, изменить, изменение, обновить, обновление, редактировать,
      редактирование, сохранить, сохранение, установить, включить, выключить, отключить, активировать, деактивировать, заблокировать,
      разблокировать, подтвердить, одобрить, отклонить, назначить, опубликовать, архивировать, восстановить, запустить, остановить,
      выполнить, переместить, скопировать, закрыть, открыть, забронировать, заказать, купить, зарегистрировать, переименовать, заменить`,
    destroys: `удалить, удаление, удали, отменить, отмена, аннулировать, отозвать, отправить, отправка, оплатить, вернуть, перевести,
      очистить, очистка, сбросить, уничтожить, стереть`,
  },
  zh: {
    isUnspaced: true,
    reads:
      '获取, 查询, 查看, 列表, 搜索, 查找, 读取, 显示, 展示, 详情, 列出, 统计, 导出, 下载, 检查, 取得, 獲取, 查詢, 搜尋, 讀取, 顯示',
    writes: `创建, 新增, 添加, 新建, 更新, 修改, 编辑, 保存, 启用, 禁用, 停用, 激活, 锁定, 解锁, 批准, 拒绝, 确认, 分配, 发布, 归档, 恢复, 重启,
      启动, 停止, 执行, 移动, 复制, 上传, 关闭, 打开, 预订, 购买, 注册, 绑定, 解绑, 重命名, 插入, 替换, 創建, 編輯, 儲存, 啟用, 發布`,
    destroys: '删除, 移除, 清空, 清除, 取消, 撤销, 撤回, 发送, 转账, 重置, 销毁, 注销, 吊销, 刪除, 發送',
  },
}
